"use strict";
// Answers questions about searches. The first message is the WebAssembly module.
let [module, instance] = [null, null];
const started = async () => (await WebAssembly.instantiate(await module)).exports;
const ask = ({ room, answer, start, memory }, question) => {
  const asked = new TextEncoder().encode(question);
  const at = room(asked.length);
  new Uint8Array(memory.buffer, at, asked.length).set(asked);
  const begun = performance.now();
  const length = answer();
  const elapsed = performance.now() - begun;
  const answered = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, start(), length)));
  return { answered, elapsed };
};
onmessage = async ({ data }) => {
  if (data instanceof ArrayBuffer) {
    module = WebAssembly.compile(data);
    instance = started();
    return;
  }
  try {
    postMessage({ id: data.id, ...ask(await instance, JSON.stringify(data.question)) });
  } catch (error) {
    // Its memory is not to be trusted after a failure.
    instance = started();
    postMessage({ id: data.id, answered: { error: `The search failed: ${error.message}` }, elapsed: 0 });
  }
};
