// What is an answer, whether it comes from a turn's bundle or from a stored message? One shape for the page to draw.

/** Those that still have to be decided get a card; what was done is told among the actions. */
const OPEN = new Set(["pending", "executing", "unknown"]);

function distinct(previews) {
  return [...new Map(previews.map((preview) => [preview.id, preview])).values()];
}

/** From `final`. */
export function ofBundle(bundle) {
  return {
    id: bundle.message_id,
    runId: bundle.run.id,
    at: new Date().toISOString(),
    text: bundle.answer,
    origin: "agent",
    actions: bundle.actions,
    linked: bundle.linked_items,
    previews: distinct([...bundle.previews, bundle.command_result?.preview].filter((one) => OPEN.has(one?.state))),
    asks: bundle.need_user_input,
    stopReason: bundle.status === "stopped" ? bundle.run.stop_reason : null,
    feedback: null,
  };
}

/** From a thread's messages. Its previews are ids alone: what became of them is asked for. */
export function ofMessage(message, feedback) {
  const told = message.metadata;
  const waiting = [...(told.previews ?? []), told.command_result?.preview?.id].filter(Boolean);
  return {
    id: message.id,
    runId: message.run_id,
    at: message.at,
    text: message.content,
    origin: message.origin,
    speaker: message.speaker,
    actions: told.actions ?? [],
    linked: told.linked_items ?? [],
    previews: distinct(waiting.map((id) => ({ id }))),
    asks: told.need_user_input ?? null,
    stopReason: told.status === "stopped" ? told.stop_reason : null,
    feedback: feedback ?? null,
  };
}
