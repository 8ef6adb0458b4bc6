"use strict";
// What the page of a trace and the playground have in common: the words for events, and the boards.
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
