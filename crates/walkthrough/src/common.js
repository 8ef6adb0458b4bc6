"use strict";
// What the page of a trace and the playground have in common: the words for events, the boards, and the steps.
const byId = (id) => document.getElementById(id);
const minus = (text) => String(text).replace(/(^|[^\w])-(?=\d)/g, "$1\u2212");
const signed = (score) => minus(score > 0 ? `+${score}` : `${score}`);
const signs = { exact: "=", lower: "\u2265", upper: "\u2264", none: "?" };
const scored = (held) => held.bound === "none" ? "no score" : `${signs[held.bound]} ${signed(held.score)}`;
const kinds = {
  "enter": ["info", "Node entered"],
  "miss": ["", "Probe: miss"],
  "lost-hit": ["bad", "Probe: lost hit"],
  "hit": ["info", "Probe: hit"],
  "cut-off": ["good", "Probe: hit and cut-off"],
  "decided": ["info", "Decided by its moves"],
  "over": ["info", "End of the game"],
  "leaf": ["info", "Leaf"],
  "value": ["info", "Value known"],
  "free": ["info", "Stored in a free slot"],
  "same": ["info", "Stored again"],
  "replaced": ["warn", "Replacement"],
  "rejected": ["warn", "Not stored"],
  "demoted": ["warn", "Stored above the old position"],
};

const make = (name, attributes = {}, ...content) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...content);
  return element;
};
const draw = (name, attributes) => {
  const element = document.createElementNS(document.querySelector("svg").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// Draws the positions of a trace. A reader knows a position by its name, such as P12.
const boardsOf = (T, nameOf = (position) => `P${position}`) => {
  const boards = new Map();
  const playerOf = (position) => T.players[T.positions[position].mover];
  const boardOf = (position, width) => {
    if (!boards.has(position)) boards.set(position, picture(T.positions[position].cells, [], null));
    const board = boards.get(position).cloneNode(true);
    return sized(board, width, `position ${nameOf(position)}`);
  };
  const sized = (board, width, title) => {
    const [, , w, h] = board.getAttribute("viewBox").split(" ").map(Number);
    const scale = width / Math.max(w, h);
    board.setAttribute("width", w * scale);
    board.setAttribute("height", h * scale);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", title);
    return board;
  };
  const corner = (square) => [square % T.columns * 10, Math.floor(square / T.columns) * 10];
  // Dominoes and the last move are known for a node, and not for a position of the table.
  const picture = (cells, dominoes, last) => {
    const svg = draw("svg", { class: "board", viewBox: `0 0 ${T.columns * 10} ${T.rows * 10}` });
    [...cells].forEach((cell, square) => {
      const [x, y] = corner(square);
      const stress = last && last.includes(square) ? " last" : "";
      svg.append(draw("rect", { class: `cell${stress && cell !== "#" ? " at" : ""}`, x, y, width: 10, height: 10 }));
      if (cell === "#" && !dominoes.length) {
        svg.append(draw("rect", { class: "stone", x: x + 1, y: y + 1, width: 8, height: 8 }));
      } else if (cell === "X") {
        const d = `M${x + 2.4} ${y + 2.4}l5.2 5.2M${x + 7.6} ${y + 2.4}l-5.2 5.2`;
        svg.append(draw("path", { class: `mark${stress}`, d }));
      } else if (cell === "O") {
        svg.append(draw("circle", { class: `mark${stress}`, cx: x + 5, cy: y + 5, r: 2.9 }));
      }
    });
    for (const squares of dominoes) {
      const [x, y] = corner(squares[0]);
      const [right, low] = corner(squares[squares.length - 1]);
      const box = { x: x + 1, y: y + 1, width: right - x + 8, height: low - y + 8, rx: 2 };
      const stress = last && last[0] === squares[0] ? " last" : "";
      svg.append(draw("rect", { class: `stone${stress}`, ...box }));
      if (stress) {
        const ring = { x: x + 2.2, y: y + 2.2, width: right - x + 5.6, height: low - y + 5.6, rx: 1.2 };
        svg.append(draw("rect", { class: "ring", ...ring }));
      }
    }
    return svg;
  };
  const bigBoard = (nodeNumber, width = 156) => {
    const node = T.nodes[nodeNumber];
    const position = T.positions[node.position];
    const dominoes = [];
    for (let at = nodeNumber; at !== null; at = T.nodes[at].parent) {
      if (T.nodes[at].squares.length === 2) dominoes.push(T.nodes[at].squares);
    }
    const svg = picture(position.cells, dominoes, node.squares.length ? node.squares : null);
    const left = T.row_names.length ? 8 : 0;
    T.column_names.forEach((name, i) => {
      const text = draw("text", { x: i * 10 + 5, y: -4 });
      text.textContent = name;
      svg.append(text);
    });
    T.row_names.forEach((name, i) => {
      const text = draw("text", { x: -4, y: i * 10 + 5 });
      text.textContent = name;
      svg.append(text);
    });
    svg.setAttribute("viewBox", `${-left} -8 ${T.columns * 10 + left} ${T.rows * 10 + 8}`);
    return sized(svg, width, `position ${nameOf(node.position)}`);
  };
  return { boardOf, bigBoard, playerOf };
};

// Marks above the slider.
const marksAt = (name, steps, top) => draw("path", { class: name, d: steps.map((x) => `M${x} ${top}V16`).join(""),
  "vector-effect": "non-scaling-stroke" });
const drawSlider = (total, ...marks) => {
  byId("slider").max = total;
  byId("ticks").setAttribute("viewBox", `0 0 ${Math.max(total, 1)} 16`);
  byId("ticks").replaceChildren(...marks, marksAt("cursor", [0], 0));
};

// The step, from buttons, keys and slider: `show` shows it, `address` is its text in the address, and `sentences` are
// read aloud unless the page plays. The buttons of `mark`, such as "next-lost", lead to the steps `marks`.
const stepperOf = ({ mark, marks, total, delay, sentences, show, address }) => {
  let [step, timer, addressTimer] = [0, null, null];
  // Browsers allow few changes of the address in a short time.
  const remember = () => {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      try { history.replaceState(null, "", `#${address(step)}`); } catch { /* The address stays as it is. */ }
    }, 300);
  };
  const go = (to) => {
    step = Math.max(0, Math.min(total(), Number.isFinite(to) ? Math.round(to) : 0));
    byId("slider").value = step;
    byId("slider").setAttribute("aria-valuetext", `step ${step} of ${total()}`);
    byId("ticks").lastElementChild?.setAttribute("d", `M${step} 0V16`);
    show(step);
    for (const id of ["first", "prev"]) byId(id).disabled = step === 0;
    for (const id of ["next", "last"]) byId(id).disabled = step === total();
    byId(`prev-${mark}`).disabled = !marks().some((marked) => marked < step);
    byId(`next-${mark}`).disabled = !marks().some((marked) => marked > step);
    remember();
  };
  const live = (how) => sentences.forEach((sentence) => sentence.setAttribute("aria-live", how));
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    byId("play").textContent = "\u25b6 Play";
    live("polite");
  };
  const tick = () => {
    if (step >= total()) return stop();
    go(step + 1);
    timer = setTimeout(tick, delay());
  };
  const toggle = () => {
    if (timer !== null) return stop();
    if (step >= total()) go(0);
    byId("play").textContent = "Pause";
    live("off");
    timer = setTimeout(tick, 200);
  };
  const jump = (to) => { stop(); go(to); };
  const actions = {
    first: () => jump(0), prev: () => jump(step - 1), play: toggle, next: () => jump(step + 1), last: () => jump(total()),
    [`prev-${mark}`]: () => jump(marks().findLast((marked) => marked < step) ?? step),
    [`next-${mark}`]: () => jump(marks().find((marked) => marked > step) ?? step),
  };
  const [prevMarked, nextMarked] = [actions[`prev-${mark}`], actions[`next-${mark}`]];
  const keys = {
    ArrowRight: actions.next, ArrowLeft: actions.prev, Home: actions.first, End: actions.last, " ": toggle,
    n: nextMarked, p: prevMarked, N: nextMarked, P: prevMarked,
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-step]");
    if (button) jump(Number(button.dataset.step));
  });
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey || byId("slider").closest("[hidden]")) return;
    const own = press.key === " " ? "button, summary, input, select, a" : "input[type=range], select";
    if (keys[press.key] && !press.target.closest(own)) {
      press.preventDefault();
      keys[press.key]();
    }
  });
  return { jump, stop, remember, step: () => step };
};
