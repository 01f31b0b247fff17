// Does a chat UI's client library talk to a running Steward? By hand, not in `make test`:
//   npm install ai @ai-sdk/openai-compatible && node check.mjs http://127.0.0.1:8000 stw_…
// Last run: ai 6.0.326, @ai-sdk/openai-compatible 2.0.87, node 20.20 (docs/guides/openai-clients.md).
import assert from "node:assert/strict";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, streamText } from "ai";

const [base, token] = process.argv.slice(2);
const provider = (apiKey) => createOpenAICompatible({ name: "steward", baseURL: `${base}/v1`, apiKey, includeUsage: true });
const main = provider(token)("main");
const title = `Buy milk ${Date.now()}`;
const todos = async () => {
  const answer = await fetch(`${base}/todos?q=${encodeURIComponent(title)}`, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()).items.length;
};

// whole, then streamed, in one conversation that this client keeps
const messages = [{ role: "user", content: `Add "${title}" to my list` }];
const first = await generateText({ model: main, messages });
assert.equal(first.finishReason, "stop");
assert.match(first.text, /#\/preview\//);
assert.equal(await todos(), 0, "a preview is not done until it is confirmed");
messages.push({ role: "assistant", content: first.text }, { role: "user", content: "yes" });
const second = streamText({ model: main, messages });
let said = "";
let pieces = 0;
for await (const piece of second.textStream) {
  said += piece;
  pieces += 1;
}
assert.ok(pieces >= 1 && said.length > 0);
assert.equal(await second.finishReason, "stop");
assert.equal(typeof (await second.usage).totalTokens, "number");
assert.equal(await todos(), 1, "a yes to the same history confirms");

// errors become the library's own
for (const [model, status] of [[provider(token)("gpt-4o"), 404], [provider("stw_wrong_wrong_wrong_wrong")("main"), 401]]) {
  const failed = await generateText({ model, prompt: "Hi", maxRetries: 0 }).catch((error) => error);
  assert.ok(APICallError.isInstance(failed), String(failed));
  assert.equal(failed.statusCode, status);
  assert.ok(failed.message.length > 10 && !failed.message.includes("{"), failed.message);
}
console.log("all right:", JSON.stringify({ first: first.text.slice(0, 60), second: said.slice(0, 60) }));
