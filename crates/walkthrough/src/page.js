(() => {
  const T = JSON.parse(document.getElementById("trace").textContent);
  const N = T.events.length;
  const width = T.table ? T.table.width : 1;

  // Everything that is shown is a function of the step, so that it is the same from either side.
  const prefix = {};
  for (const { key } of T.counters) {
    const sums = prefix[key] = new Uint32Array(N + 1);
    T.events.forEach((event, i) => { sums[i + 1] = sums[i] + (event.adds || []).filter((add) => add === key).length; });
  }
  const histories = Array.from({ length: T.table ? T.table.positions : 0 }, () => []);
  T.events.forEach((event, i) => {
    for (const change of event.changes || []) histories[change.slot].push([i + 1, change.resident]);
  });
  const slotAt = (slot, step) => {
    const history = histories[slot] || [];
    let low = 0, high = history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history[middle][0] <= step) low = middle + 1; else high = middle;
    }
    return low ? history[low - 1][1] : null;
  };
  const children = T.nodes.map(() => []);
  T.nodes.forEach((node, i) => { if (node.parent !== null) children[node.parent].push(i); });
  const stepsOf = (...kinds) => T.events.flatMap((event, i) => kinds.includes(event.kind) ? [i + 1] : []);
  const lostSteps = stepsOf("lost-hit");
  const cutSteps = stepsOf("cut-off");

  const ends = {
    "searched": ["", "searched"], "beta": ["", "cut off at beta"], "table": ["good", "found in table"],
    "decided": ["", "decided"], "over": ["", "game over"], "leaf": ["", "leaf"],
  };

  const { boardOf, bigBoard, playerOf } = boardsOf(T);

  // The names of groups of slots, such as "bucket 3" or "slot 2 of table 1".
  const groups = (T.table ? T.table.sections : []).flatMap(({ unit, name, groups: count }) =>
    Array.from({ length: T.table.unbounded ? T.table.buckets : count }, (_, i) => ({ text: `${unit} ${i}`, section: name, first: i === 0 })));
  // A table without a size can have thousands of slots, of which so many are drawn.
  const MOST = 64;

  // The parts of the page.
  const counterCells = T.counters.filter(({ key }) => T.table || key === "nodes").map(({ key, name, meaning }) => {
    const value = document.createTextNode("0");
    const grown = document.createTextNode("+1");
    const lost = ["lost_hits", "lost_cut_offs", "lost"].includes(key);
    const row = make("div", { title: meaning },
      make("dt", {}, name), make("dd", {}, value, make("span", {}, grown)));
    byId("counters").append(row);
    return { key, value, grown, row, lost };
  });
  const showCounters = (step, event) => {
    for (const { key, value, grown, row, lost } of counterCells) {
      value.data = String(prefix[key][step]);
      const more = event ? prefix[key][step] - prefix[key][step - 1] : 0;
      grown.data = `+${Math.max(more, 1)}`;
      row.classList.toggle("grew", more > 0);
      row.classList.toggle("bad", lost && prefix[key][step] > 0);
    }
  };

  const facts = (held) => {
    const best = held.best ? ` \u00b7 best ${held.best}` : "";
    return [`depth ${held.depth} \u00b7 ${held.nodes} node${held.nodes === 1 ? "" : "s"}`, best];
  };
  const captioned = (position, text) =>
    make("figure", {}, boardOf(position, 56), make("figcaption", {}, text));
  const showEvent = (step, event) => {
    const heading = byId("kind");
    const [tone, title] = event ? kinds[event.kind] : ["", "Before the search"];
    heading.className = `kind ${tone}`;
    heading.textContent = title;
    byId("sentence").textContent = event ? minus(event.text)
      : `${T.table ? "The table is empty. " : ""}${N} steps follow.`;
    const nodeNumber = event ? event.node : 0;
    const node = T.nodes[nodeNumber];
    byId("board").replaceChildren(bigBoard(nodeNumber), make("figcaption", {},
      `P${node.position}, ${playerOf(node.position)} to move. ` +
      `Window ${minus(`(${signed(node.alpha)}, ${signed(node.beta)})`)}, depth ${node.depth}.`));
    const others = [];
    const about = (held) => `${scored(held)}, ${facts(held).join("")}`;
    if (event && event.found) {
      const held = slotAt(event.found[0], step);
      others.push(captioned(held.position, `Found: P${held.position} ${about(held)}`));
    }
    if (event && event.kind === "rejected") {
      const slots = (event.buckets || []).flatMap((bucket) => Array.from({ length: width }, (_, i) => bucket * width + i));
      const held = slots.map((slot) => slotAt(slot, step)).find((resident) => resident);
      if (held) others.push(captioned(held.position, `Stays: P${held.position} ${about(held)}`));
    } else if (event) {
      const word = event.kind !== "lost-hit" ? "Lost" : event.missed.rejected ? "Had been offered" : "Had been stored";
      for (const lost of event.lost || []) others.push(captioned(lost.position, `${word}: P${lost.position} ${about(lost)}`));
    }
    byId("others").replaceChildren(...others);
  };

  const showTable = (step, event) => {
    if (!T.table) return;
    const changed = new Map((event && event.changes || []).map((change) => [change.slot, change.resident]));
    const found = event && event.found || [];
    const stored = event && changed.size && !found.length ? T.nodes[event.node].position : null;
    const buckets = [];
    let [used, from, to] = [0, 0, T.table.buckets];
    if (T.table.unbounded) {
      while (used < to && slotAt(used, step)) used++;
      const shown = found[0] ?? (changed.size ? changed.keys().next().value : used);
      from = Math.max(0, Math.min(shown - MOST / 2, used - MOST));
      to = Math.min(used, from + MOST);
      used = from;
    }
    for (let bucket = from; bucket < to; bucket++) {
      const { text: name, section, first } = groups[bucket];
      if (section && first) buckets.push(make("li", { class: "part" }, section));
      const probed = Boolean(event && (event.buckets || []).includes(bucket));
      const slots = [];
      for (let slot = 0; slot < width; slot++) {
        const number = bucket * width + slot;
        const held = slotAt(number, step);
        if (!held) {
          slots.push(make("div", { class: "slot free" }, width > 1 ? `slot ${slot + 1}: free` : "free"));
          continue;
        }
        used += 1;
        let [state, flag] = ["", ""];
        if (found.includes(number)) {
          [state, flag] = ["found", "found"];
        } else if (changed.has(number)) {
          const before = slotAt(number, step - 1);
          if (held.position === stored) [state, flag] = ["in", "new"];
          else if (before && before.position === held.position) [state, flag] = ["moved", "mark"];
          else [state, flag] = ["moved", event.kind === "demoted" ? "down" : "moved"];
        }
        const text = make("div", { class: "facts" }, make("b", {}, `P${held.position} ${scored(held)}`),
          make("br"), `depth ${held.depth}`, make("br"), facts(held)[0].split(" \u00b7 ")[1]);
        if (held.also) text.append(make("br"), `${scored(held.also)}, depth ${held.also.depth}`);
        if (held.note) text.append(make("br"), make("span", { class: "note" }, held.note));
        const title = (width > 1 ? `slot ${slot + 1}: ` : "") + `P${held.position}${facts(held)[1]}`;
        const image = make("div", {}, boardOf(held.position, 38), make("div", { class: "flag" }, flag));
        slots.push(make("div", { class: `slot ${state}`, title }, image, text));
      }
      const label = probed ? make("b", {}, event.kind in { "miss": 1, "lost-hit": 1, "hit": 1, "cut-off": 1 }
        ? "probed" : "store") : "";
      buckets.push(make("li", { class: probed ? "bucket probed" : "bucket" },
        make("p", {}, name, label), ...slots));
    }
    byId("buckets").replaceChildren(...buckets);
    reveal(byId("table-box"), byId("buckets").querySelector(".probed"));
    byId("fill").textContent = !T.table.unbounded ? `${used} of ${T.table.positions} slots used`
      : from > 0 || to < T.table.positions && slotAt(to, step) ? `slots ${from} to ${to - 1} are shown` : `${used} slots used`;
  };

  // Scrolls inside a box and leaves the page where it is.
  const reveal = (box, element) => {
    if (!element) return;
    const bottom = element.offsetTop + element.offsetHeight;
    if (element.offsetTop < box.scrollTop + 30) box.scrollTop = element.offsetTop - 60;
    else if (bottom > box.scrollTop + box.clientHeight - 10) box.scrollTop = bottom - box.clientHeight + 40;
  };

  // The tree: the way to the current node with its siblings; finished subtrees are folded.
  const unfolded = new Set();
  const showTree = (step, event) => {
    const rows = [];
    const current = event ? event.node : null;
    const path = new Set();
    for (let at = current; at !== null; at = T.nodes[at].parent) path.add(at);
    const all = byId("unfold").checked;
    const visit = (number) => {
      const node = T.nodes[number];
      if (node.enter > step) return;
      rows.push(treeRow(number, node, step, path, current, all));
      if (path.has(number) || all || unfolded.has(number)) children[number].forEach(visit);
    };
    if (T.nodes.length) visit(0);
    if (!rows.length) rows.push(make("li", { class: "dim" }, "Empty until the search enters the first node."));
    byId("tree").replaceChildren(...rows);
    reveal(byId("tree-box"), byId("tree").querySelector(".current"));
  };
  const treeRow = (number, node, step, path, current, all) => {
    const entered = children[number].filter((child) => T.nodes[child].enter <= step);
    const open = path.has(number) || all || unfolded.has(number);
    const fold = entered.length && !path.has(number) && !all
      ? make("button", { class: "fold", type: "button", "data-fold": number, "aria-expanded": String(open),
        "aria-label": `${open ? "Fold" : "Unfold"} P${node.position}` }, open ? "\u2212" : "+")
      : make("span", { class: "fold" });
    const done = node.leave !== null && node.leave <= step;
    const go = make("button", { class: "go", type: "button", "data-step": node.enter,
      "aria-current": number === current ? "step" : null });
    go.append(`${node.move === null ? "start" : node.move} `, make("span", { class: "dim" },
      `P${node.position} ${minus(`(${signed(node.alpha)}, ${signed(node.beta)})`)} `));
    if (done) {
      const [tone, text] = ends[node.end];
      go.append(make("b", {}, `${scored({ bound: node.bound, score: node.value })} `), make("span", { class: `tag ${tone}` }, text));
      if (!open && entered.length) go.append(make("span", { class: "dim" }, ` +${size(number, step)}`));
    } else {
      go.append(make("span", { class: "tag" }, number === current ? "\u25c0 here" : "open"));
    }
    if (node.lost_hit) go.append(" ", make("span", { class: "tag bad" }, "\u2717 lost hit"));
    const state = `${path.has(number) ? "path" : ""} ${number === current ? "current" : ""}`;
    const row = make("li", { class: state.trim() }, fold, go);
    row.style.setProperty("--ply", Math.min(node.ply, 14));
    return row;
  };
  // Nodes below, up to a step: nodes are numbered as they are entered.
  const size = (number, step) => {
    let next = number + 1;
    while (next < T.nodes.length && T.nodes[next].ply > T.nodes[number].ply && T.nodes[next].enter <= step) next++;
    return next - number - 1;
  };

  // The list of lost hits, and the marks above the slider.
  const lostRows = lostSteps.map((step) => {
    const { node, missed } = T.events[step - 1];
    const how = missed.rejected ? "rejected for" : "replaced by";
    const text = `step ${step}: P${T.nodes[node].position}, ${how} P${missed.to} at step ${missed.step}` +
      (missed.cut_off ? "; it would have cut off" : "");
    const row = make("li", {}, make("button", { type: "button", "data-step": step }, text));
    byId("lost-list").append(row);
    return row;
  });
  const showLost = (step) => {
    const so = prefix.lost_hits[step];
    lostRows.forEach((row, i) => {
      row.hidden = i >= so;
      if (lostSteps[i] === step) row.firstChild.setAttribute("aria-current", "step");
      else row.firstChild.removeAttribute("aria-current");
    });
    byId("lost-head").textContent = `Lost hits so far: ${so} of ${lostSteps.length}`;
  };
  drawSlider(N, marksAt("tick-cut", cutSteps, 9), marksAt("tick-lost", lostSteps, 0));

  const fromAddress = () => {
    const match = /step=(\d+)/.exec(location.hash);
    return match ? Number(match[1]) : null;
  };
  const eventAt = (step) => step ? T.events[step - 1] : null;
  const show = (step) => {
    const event = eventAt(step);
    byId("step").replaceChildren(make("span", { class: "optional" }, "step "), `${step} / ${N}`);
    showCounters(step, event);
    showEvent(step, event);
    showTable(step, event);
    showTree(step, event);
    showLost(step);
  };
  const stepper = stepperOf({
    mark: "lost", marks: () => lostSteps, total: () => N, delay: () => 1000 / Number(byId("speed").value),
    sentences: [byId("sentence")], show, address: (step) => `step=${step}`,
  });
  const treeAgain = () => showTree(stepper.step(), eventAt(stepper.step()));
  byId("unfold").addEventListener("change", treeAgain);
  document.addEventListener("click", (click) => {
    const button = click.target.closest("[data-fold]");
    if (!button) return;
    const number = Number(button.dataset.fold);
    if (!unfolded.delete(number)) unfolded.add(number);
    treeAgain();
    const again = document.querySelector(`[data-fold="${number}"]`);
    if (again) again.focus();
  });
  window.addEventListener("hashchange", () => {
    const to = fromAddress();
    if (to !== null && to !== stepper.step()) stepper.jump(to);
  });
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) byId("speed").value = "1";
  stepper.jump(fromAddress() ?? 0);
})();
