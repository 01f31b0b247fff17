// What is an answer, whether it comes from a turn's bundle or from a stored message? One shape for the page to draw.

/** Those that still have to be decided get a card; what was done is told among the actions. */
const OPEN = new Set(["pending", "executing", "unknown"]);

function distinct(previews) {
  return [...new Map(previews.map((preview) => [preview.id, preview])).values()];
}

/** Why an answer is less than it might be; null where it is whole. */
const stopOf = (status, reason) => (status === "stopped" || reason === "model_unavailable" ? (reason ?? null) : null);

/** From `final`; `warnings` as the stream told them. */
export function ofBundle(bundle, warnings = []) {
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
    stopReason: stopOf(bundle.status, bundle.run.stop_reason),
    warnings,
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
    stopReason: stopOf(told.status, told.stop_reason),
    warnings: [],
    feedback: feedback ?? null,
  };
}
