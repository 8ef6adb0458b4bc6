(() => {
  const SIDES = ["left", "right"];
  const FIELDS = ["game", "positions", ...SIDES];
  const DEFAULTS = { game: "tic-tac-toe-3", positions: "4", left: "deep", right: "two-deep" };
  // A search stops after so many nodes, which take some seconds.
  const MAX_NODES = 20_000_000;
  // Of fewer nodes, the time says nothing about speed.
  const TIMED_NODES = 200_000;
  // A table without a size has many slots, of which so many are drawn.
  const MOST_SLOTS = 8;
  const numbered = (number) => number.toLocaleString("en");
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const counted = (number, noun) => `${numbered(number)} ${noun}${number === 1 ? "" : "s"}`;

  // Each side searches in a thread of its own. A new choice ends the search of the old one.
  const bytes = new Response(new Blob([Uint8Array.from(atob(byId("module").textContent), (c) => c.charCodeAt(0))])
    .stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const code = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  const searcher = () => {
    let [worker, id, asked] = [null, 0, new Map()];
    const start = (copy) => {
      worker = new Worker(code);
      worker.onmessage = ({ data }) => {
        const resolve = asked.get(data.id);
        asked.delete(data.id);
        if (resolve) resolve({ ...data.answered, elapsed: data.elapsed });
      };
      worker.onerror = (event) => fail(event.message || "This browser cannot start the search.");
      worker.postMessage(copy, [copy]);
    };
    const ask = async (question) => {
      const module = await bytes;
      if (!worker) start(module.slice(0));
      const mine = ++id;
      return new Promise((resolve) => {
        asked.set(mine, resolve);
        worker.postMessage({ id: mine, question });
      });
    };
    const stop = () => {
      if (!asked.size) return;
      worker.terminate();
      worker = null;
      asked = new Map();
    };
    return { ask, stop };
  };
  const fail = (text) => {
    byId("problem").textContent = text;
    byId("problem").hidden = false;
  };

  // What is shown of a side.
  let menu = null;
  const schemeOf = (name) => menu.groups.flatMap(({ schemes }) => schemes).find((scheme) => scheme.name === name);
  const sideOf = (name) => {
    const part = (tag, attributes) => make(tag, attributes);
    const parts = {
      head: part("h2"), rule: part("p", { class: "rule" }), counters: part("dl", { class: "counters" }),
      kind: part("p", { class: "kind" }), sentence: part("p", { class: "sentence", "aria-live": "polite" }),
      board: part("figure"), others: part("div", { class: "others" }), fill: part("p", { class: "key" }),
      buckets: part("ul", { class: "buckets" }),
    };
    const box = make("div", { id: `${name}-table`, class: "table-box", tabindex: "0", role: "region", "aria-label": `The ${name} table` },
      parts.buckets);
    const now = make("div", { class: "now" }, parts.board, make("div", {}, parts.kind, parts.sentence, parts.others));
    const section = make("section", { class: `side ${name}`, "aria-label": `${name} table` },
      parts.head, parts.rule, parts.counters, now, parts.fill, box);
    byId("sides").append(section);
    return { name, parts, box, section, searcher: searcher(), trace: null, count: null };
  };
  const sides = SIDES.map(sideOf);

  // Everything that is shown is a function of the step, so that it is the same from either direction.
  const prepare = (side, trace) => {
    const sums = {};
    for (const key of ["nodes", "hits", "lost_hits", "lost"]) {
      const sum = sums[key] = [0];
      for (const { adds = [] } of trace.events) sum.push(sum[sum.length - 1] + adds.filter((add) => add === key).length);
    }
    const histories = Array.from({ length: trace.table ? trace.table.positions : 0 }, () => []);
    trace.events.forEach(({ changes = [] }, i) => {
      for (const { slot, resident } of changes) histories[slot].push([i + 1, resident]);
    });
    const slotAt = (slot, step) => (histories[slot] || []).findLast(([since]) => since <= step)?.[1] ?? null;
    Object.assign(side, { trace, sums, slotAt, stepOf: [] });
  };
  // Both sides use the same number for the same position, and steps are those of both.
  const align = () => {
    const numbers = new Map();
    for (const side of sides) {
      side.names = side.trace.positions.map(({ cells, mover }) => {
        const key = `${cells} ${mover}`;
        if (!numbers.has(key)) numbers.set(key, numbers.size);
        return `P${numbers.get(key)}`;
      });
      side.boards = boardsOf(side.trace, (position) => side.names[position]);
      side.at = [0];
    }
    const steps = timelineOf(...sides.map(({ trace }) => trace));
    steps.forEach((events, i) => sides.forEach((side, s) => {
      if (events[s] !== null) side.stepOf[events[s] + 1] = i + 1;
      side.at.push(events[s] === null ? side.at[i] : events[s] + 1);
    }));
    const probes = ["miss", "lost-hit", "hit", "cut-off"];
    const isChange = (events) => {
      const [a, b] = events.map((event, s) => event === null ? null : sides[s].trace.events[event].kind);
      const ends = (kind) => kind === "cut-off" ? 2 : kind === "hit" ? 1 : 0;
      return a && b && probes.includes(a) && probes.includes(b) && ends(a) !== ends(b);
    };
    return { steps, changes: steps.flatMap((events, i) => isChange(events) ? [i + 1] : []) };
  };
  let timeline = { steps: [], changes: [] };
  const worded = (side, text) => minus(text).replace(/\bP(\d+)\b/g, (_, number) => side.names[number])
    .replace(/\bat step (\d+)/g, (_, number) => `at step ${side.stepOf[number]}`);

  // A step of a side.
  const labelOf = ({ trace, choice }) => trace.table ? trace.table.label : choice.label;
  const showCounters = ({ parts, sums, at }, step) => {
    const now = at[step];
    const before = step ? at[step - 1] : 0;
    const shown = [["nodes", "Nodes"], ["hits", "Hits"], ["lost_hits", "Lost hits"], ["lost", "Positions lost"]];
    parts.counters.replaceChildren(...shown.map(([key, name]) => {
      const grown = sums[key][now] - sums[key][before];
      const isBad = key.startsWith("lost") && sums[key][now] > 0;
      return make("div", { class: `${grown ? "grew" : ""} ${isBad ? "bad" : ""}`.trim() }, make("dt", {}, name),
        make("dd", {}, numbered(sums[key][now])));
    }));
  };
  const facts = (held) => `${scored(held)}, depth ${held.depth} · ${counted(held.nodes, "node")}`;
  const showEvent = (side, other, step) => {
    const { parts, trace, at, names, boards } = side;
    const event = at[step] ? trace.events[at[step] - 1] : null;
    const waits = step > 0 && at[step] === at[step - 1];
    side.section.classList.toggle("waits", waits);
    const [tone, title] = !event ? ["", "Before the search"] : waits ? ["", "Waits"] : kinds[event.kind];
    parts.kind.className = `kind ${tone}`;
    parts.kind.textContent = title;
    parts.sentence.textContent = !event ? "The table is empty."
      : !waits ? worded(side, event.text)
      : `Only ${labelOf(other)} is searching here` +
        (event.kind === "cut-off" ? `: ${labelOf(side)} found the score of this position in its table.` : ".");
    const node = trace.nodes[event ? event.node : 0];
    const board = boards.bigBoard(event ? event.node : 0, 132);
    parts.board.replaceChildren(board, make("figcaption", {},
      `${names[node.position]}, ${boards.playerOf(node.position)} to move, depth ${node.depth}`));
    const others = [];
    const add = (word, held) => others.push(make("figure", {}, boards.boardOf(held.position, 40),
      make("figcaption", {}, `${word} ${names[held.position]} ${facts(held)}`)));
    if (event && !waits) {
      const word = event.kind === "rejected" ? "Not stored:" : event.kind === "lost-hit" ? "Was lost:" : "Lost:";
      for (const lost of event.lost || []) add(word, lost);
      if (event.missed) {
        const to = side.stepOf[event.missed.step];
        others.push(make("button", { type: "button", "data-step": to }, `Show step ${to}, where it was lost`));
      }
    }
    parts.others.replaceChildren(...others);
  };
  const showTable = (side, step) => {
    const { parts, trace, at, names, boards, slotAt } = side;
    const table = trace.table;
    const now = at[step];
    const waits = step > 0 && now === at[step - 1];
    const event = now && !waits ? trace.events[now - 1] : {};
    const { changes = [], found = [], buckets: probed = [], node = null } = event;
    if (!table) {
      parts.buckets.replaceChildren();
      parts.fill.textContent = "There is no table.";
      return;
    }
    const changed = new Set(changes.map(({ slot }) => slot));
    const own = node === null || found.length ? null : trace.nodes[node].position;
    const slotElement = (number, title) => {
      const held = slotAt(number, now);
      if (!held) return make("div", { class: "slot free" }, `${title}free`);
      const before = changed.has(number) ? slotAt(number, now - 1) : null;
      const [state, flag] = found.includes(number) ? ["found", "found"]
        : !changed.has(number) ? ["", ""]
        : held.position !== own ? ["moved", before?.position === held.position ? "mark" : "moved"]
        : before && before.position !== own && !changes.some(({ slot, resident }) => slot !== number &&
          resident?.position === before.position) ? ["replaced", "new"] : ["in", "new"];
      const text = make("div", { class: "facts" }, make("b", {}, `${names[held.position]} ${scored(held)}`), make("br"),
        `depth ${held.depth}`, make("br"), counted(held.nodes, "node"));
      if (state === "replaced") text.append(make("br"), make("s", {}, `${names[before.position]} lost`));
      return make("div", { class: `slot ${state}`, title: title + names[held.position] },
        make("div", {}, boards.boardOf(held.position, 34), make("div", { class: "flag" }, flag)), text);
    };
    let buckets = Array.from({ length: table.buckets }, (_, bucket) => bucket);
    const used = Array.from({ length: table.positions }, (_, slot) => slot).filter((slot) => slotAt(slot, now)).length;
    if (table.unbounded) {
      const shown = found[0] ?? (changed.size ? Math.max(...changed) : used - 1);
      const from = Math.max(0, Math.min(shown - MOST_SLOTS / 2, used - MOST_SLOTS));
      buckets = buckets.slice(from, Math.min(used, from + MOST_SLOTS));
    }
    parts.buckets.replaceChildren(...buckets.map((bucket) => {
      const isProbed = probed.includes(bucket);
      const slots = Array.from({ length: table.width }, (_, i) =>
        slotElement(bucket * table.width + i, table.width > 1 ? `slot ${i + 1}: ` : ""));
      const name = table.unbounded ? `position ${bucket + 1}` : `bucket ${bucket}`;
      return make("li", { class: isProbed ? "bucket probed" : "bucket" },
        make("p", {}, name, isProbed ? make("b", {}, kinds[event.kind][1].startsWith("Probe") ? "probed" : "store") : ""),
        ...slots);
    }));
    parts.fill.textContent = table.unbounded ? `${counted(used, "position")}, none of them lost`
      : `${used} of ${counted(table.positions, "slot")} used`;
    const target = parts.buckets.querySelector(".probed");
    if (target && (target.offsetTop < side.box.scrollTop ||
      target.offsetTop + target.offsetHeight > side.box.scrollTop + side.box.clientHeight)) {
      side.box.scrollTop = target.offsetTop - 8;
    }
  };

  const chosen = () => Object.fromEntries(FIELDS.map((id) => [id, byId(id).value]));
  const total = () => timeline.steps.length;
  const show = (step) => {
    byId("step").textContent = `step ${numbered(step)} of ${numbered(total())}`;
    sides.forEach((side, s) => {
      showCounters(side, step);
      showEvent(side, sides[1 - s], step);
      showTable(side, step);
    });
  };
  const stepper = stepperOf({
    mark: "change", marks: () => timeline.changes, total, delay: () => 700,
    sentences: sides.map(({ parts }) => parts.sentence), show,
    address: (step) => new URLSearchParams({ ...chosen(), step }),
  });

  // The whole searches.
  const showResult = () => {
    const counts = sides.map(({ count }) => count);
    const most = Math.max(...counts.map((count) => count?.nodes ?? 0), 1);
    byId("bars").replaceChildren(...sides.map(({ name, choice, count }) => {
      const lost = !count ? "searching …" : [
        counted(count.hits, "hit"), `${counted(count.lost, "position")} lost`,
        ...count.nodes < TIMED_NODES ? [] : [`${numbered(Math.round(count.elapsed))} ms`,
          `${(count.nodes / count.elapsed / 1000).toFixed(1)} million nodes/s`],
      ].join(" · ");
      const bar = make("span", { class: "bar-of" });
      bar.style.width = `${100 * (count?.nodes ?? 0) / most}%`;
      return make("div", { class: `row ${name}` }, make("span", { class: "name" }, choice.label),
        make("span", { class: "rail" }, bar), make("b", {}, count ? counted(count.nodes, "node") : "…"),
        make("span", { class: "key" }, count && count.score === null ? `stopped · ${lost}` : lost));
    }));
    byId("verdict").textContent = verdict(counts);
  };
  const verdict = (counts) => {
    if (!counts.every(Boolean)) return "Searching …";
    const stopped = sides.filter(({ count }) => count.score === null);
    if (stopped.length) {
      return `${stopped.map(({ choice }) => choice.label).join(" and ")} stopped after ${counted(MAX_NODES, "node")}: ` +
        "choose a larger table or a smaller game.";
    }
    const [best, other] = counts[0].nodes <= counts[1].nodes ? sides : [sides[1], sides[0]];
    const saved = 100 * (1 - best.count.nodes / other.count.nodes);
    if (best.count.nodes === other.count.nodes) {
      return `Both searches visit ${counted(best.count.nodes, "node")}.`;
    }
    const isSameMemory = sides.every(({ choice }) => !["none", "unbounded"].includes(choice.name));
    return `${capital(best.choice.label)} needs ${saved.toFixed(saved < 10 ? 1 : 0)} % fewer nodes than ${other.choice.label}` +
      (isSameMemory ? ", with the same memory." : ".");
  };

  // The nodes of both searches with tables of every size.
  const allowSweep = (isAllowed) => byId("sweep").setAttribute("aria-disabled", String(!isAllowed));
  const sweep = async () => {
    if (byId("sweep").getAttribute("aria-disabled") === "true") return;
    const mine = turn;
    const { game } = chosen();
    const found = sides.map(() => []);
    allowSweep(false);
    await Promise.all(sides.map(async ({ searcher: { ask }, choice }, s) => {
      for (const positions of menu.sizes) {
        const count = await ask({ ask: "count", game, scheme: choice.name, positions, max_nodes: MAX_NODES });
        if (mine !== turn) return;
        if (!count.error) found[s].push([positions, count.nodes, count.score === null]);
        showChart(found);
      }
    }));
    if (mine === turn) document.body.dataset.swept = String(mine);
  };
  const showChart = (found) => {
    const figure = byId("chart");
    figure.hidden = false;
    const [width, height, left, top, bottom] = [Math.min(figure.clientWidth, 720), 240, 62, 12, 30];
    const quarter = Math.max(1, ...found.flat().map(([, nodes]) => nodes)) / 4;
    const unit = 10 ** Math.floor(Math.log10(quarter));
    const most = 4 * unit * [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((factor) => factor * unit >= quarter);
    const x = (size) => left + (width - left - 14) * menu.sizes.indexOf(size) / (menu.sizes.length - 1);
    const y = (nodes) => top + (height - top - bottom) * (1 - nodes / most);
    const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
    const text = (content, attributes) => {
      const element = draw("text", attributes);
      element.textContent = content;
      svg.append(element);
    };
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      svg.append(draw("path", { class: "grid", d: `M${left} ${y(part * most)}H${width}` }));
      text(new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(part * most),
        { x: left - 6, y: y(part * most) + 4, "text-anchor": "end" });
    }
    menu.sizes.filter((_, i) => i % 2 === 0).forEach((size) =>
      text(sizeOf(size), { x: x(size), y: height - 8, "text-anchor": "middle" }));
    SIDES.forEach((name, s) => {
      const points = found[s].map(([size, nodes, isStopped]) => [x(size), y(nodes), isStopped ? " stopped" : ""]);
      svg.append(draw("path", { class: `line ${name}`, d: points.map(([a, b], i) => `${i ? "L" : "M"}${a} ${b}`).join("") }));
      for (const [a, b, stopped] of points) {
        svg.append(s ? draw("rect", { class: `dot ${name}${stopped}`, x: a - 4, y: b - 4, width: 8, height: 8 })
          : draw("circle", { class: `dot ${name}${stopped}`, cx: a, cy: b, r: 4.5 }));
      }
    });
    const listed = sides.map(({ choice }, s) =>
      `${choice.label}: ${found[s].map(([size, nodes, isStopped]) =>
        `${isStopped ? "stopped after " : ""}${numbered(nodes)} with ${sizeOf(size)}`).join(", ")}`);
    svg.setAttribute("aria-label", `Nodes by table size. ${listed.join(". ")}.`);
    figure.replaceChildren(svg, make("figcaption", {}, "Nodes of ", make("b", { class: "left" }, `● ${sides[0].choice.label}`),
      " and ", make("b", { class: "right" }, `■ ${sides[1].choice.label}`), " with tables of 4 to 64K positions.",
      found.flat().some(([, , isStopped]) => isStopped) ? ` Hollow points: stopped after ${counted(MAX_NODES, "node")}.` : ""));
  };
  const sizeOf = (size) => size < 1024 ? String(size) : `${size / 1024}K`;

  // A choice of game, size and schemes.
  let turn = 0;
  const run = async (to) => {
    const mine = ++turn;
    stepper.stop();
    const choices = chosen();
    const game = menu.games.find(({ name }) => name === choices.game);
    const isShown = Number(choices.positions) <= menu.max_shown;
    for (const side of sides) {
      side.searcher.stop();
      side.choice = schemeOf(choices[side.name]);
      side.count = null;
      side.parts.head.textContent = side.choice.label;
      side.parts.rule.textContent = `${capital(side.choice.label)} ${side.choice.rule}.`;
    }
    byId("problem").hidden = true;
    byId("chart").hidden = true;
    allowSweep(false);
    byId("note").textContent = game.note;
    showResult();
    const question = (side, ask) => side.searcher.ask({ ask, game: choices.game, scheme: side.choice.name,
      positions: Number(choices.positions), max_nodes: MAX_NODES });
    if (isShown) {
      const traces = await Promise.all(sides.map((side) => question(side, "trace")));
      if (mine !== turn) return;
      const error = traces.find(({ error: text }) => text);
      if (error) return refuse(error.error);
      sides.forEach((side, s) => prepare(side, traces[s]));
      timeline = align();
      drawTicks();
      stepper.jump(to ?? timeline.changes[0] ?? 0);
    } else {
      stepper.remember();
    }
    const isCut = isShown && sides.some(({ trace }) => trace.cut_at || trace.stopped_at);
    byId("note").textContent = game.note + (isCut ? " Only the first steps can be shown; the bars count the whole search."
      : isShown ? "" : ` Tables of up to ${menu.max_shown} positions can be watched step by step.`);
    byId("stepper").hidden = !isShown;
    await Promise.all(sides.map(async (side) => {
      const count = await question(side, "count");
      if (mine !== turn) return;
      if (count.error) return refuse(count.error);
      side.count = count;
      showResult();
    }));
    if (mine !== turn) return;
    allowSweep(true);
    document.body.dataset.ready = String(mine);
  };
  const refuse = (text) => {
    byId("stepper").hidden = true;
    byId("bars").replaceChildren();
    byId("verdict").textContent = "";
    fail(text);
  };
  const drawTicks = () => {
    // Bands where only one side searches.
    const bands = SIDES.map((name, s) => {
      const busy = timeline.steps.flatMap((events, i) => events[1 - s] === null ? [`M${i} ${s ? 10 : 0}h1v6h-1z`] : []);
      return draw("path", { class: `band ${name}`, d: busy.join("") });
    });
    drawSlider(total(), ...bands, marksAt("tick-change", timeline.changes, 0));
  };

  const fill = () => {
    const option = (value, text) => make("option", { value }, text);
    byId("game").append(...menu.games.map(({ name, label }) => option(name, label)));
    byId("positions").append(...menu.sizes.map((size) => option(size, `${sizeOf(size)} positions`)));
    for (const id of SIDES) {
      byId(id).append(...menu.groups.map(({ label, schemes }) =>
        make("optgroup", { label }, ...schemes.map((scheme) => option(scheme.name, scheme.label)))));
    }
  };
  const fromAddress = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const id of FIELDS) {
      const options = [...byId(id).options].map(({ value }) => value);
      const value = wanted.get(id);
      byId(id).value = options.includes(value) ? value : DEFAULTS[id];
    }
    return wanted.has("step") ? Number(wanted.get("step")) : null;
  };

  byId("choices").addEventListener("change", () => run(null));
  byId("sweep").addEventListener("click", sweep);
  byId("choices").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", () => run(fromAddress()));
  sides[0].searcher.ask({ ask: "menu" }).then((answer) => {
    if (answer.error) return fail(answer.error);
    menu = answer;
    fill();
    return run(fromAddress());
  }).catch((error) => fail(`This browser cannot run the searches: ${error.message}`));
})();
