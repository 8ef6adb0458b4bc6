// Aligns the steps of two searches of the same game: what both do at a node is one step, and what only one of them does
// is a step for which the other waits. Returns pairs of numbers of events, with null for the one that waits.
const timelineOf = (left, right) => {
  // The events and children of each node, in the order in which they occur.
  const partsOf = (trace) => {
    const parts = trace.nodes.map(() => []);
    const isEntered = new Set();
    trace.events.forEach(({ node }, event) => {
      if (!isEntered.has(node)) {
        isEntered.add(node);
        const { parent, move } = trace.nodes[node];
        if (parent !== null) parts[parent].push({ child: node, move });
      }
      parts[node].push({ event });
    });
    return parts;
  };
  const parts = [left, right].map(partsOf);
  const steps = [];
  const only = (side, event) => steps.push(side ? [null, event] : [event, null]);
  const alone = (side, part) => {
    if (part.child === undefined) only(side, part.event);
    else parts[side][part.child].forEach((below) => alone(side, below));
  };
  const both = (nodes) => {
    const [a, b] = nodes.map((node, side) => parts[side][node] || []);
    let [i, j] = [0, 0];
    while (i < a.length && j < b.length) {
      const [isChild, isOtherChild] = [a[i].child !== undefined, b[j].child !== undefined];
      if (!isChild && !isOtherChild) steps.push([a[i++].event, b[j++].event]);
      else if (!isChild) alone(1, b[j++]);
      else if (!isOtherChild) alone(0, a[i++]);
      else if (a[i].move === b[j].move) both([a[i++].child, b[j++].child]);
      else if (b.slice(j).some(({ move }) => move === a[i].move)) alone(1, b[j++]);
      else alone(0, a[i++]);
    }
    while (i < a.length) alone(0, a[i++]);
    while (j < b.length) alone(1, b[j++]);
  };
  both([0, 0]);
  return steps;
};
