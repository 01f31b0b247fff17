// What would be written, field by field: the user sees all of it before they say yes.

import { View } from "react-native";
import type { Schemas } from "@/api/api";
import { useSignedIn } from "@/session/session";
import { Say } from "@/ui/parts";
import { entryText } from "./editing";

/** For machines, or told elsewhere (the zone stands once, below the times). */
const HIDDEN = new Set(["timezone", "lat", "lon", "radius_m", "home_like", "ignored", "external_id"]);
const WALL_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;

export function ShownFields({ preview }: { preview: Schemas["PreviewOut"] }) {
  const { speech, zone: here } = useSignedIn();
  const { draft } = preview;
  const zone = String(draft.timezone ?? preview.timezone);

  const text = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return speech.say(value ? "yes" : "no");
    if (Array.isArray(value)) return value.map(entryText).filter(Boolean).join(", ");
    if (typeof value === "string" && WALL_TIME.test(value)) return speech.wall(value);
    return entryText(value);
  };
  const shown = preview.editable_fields
    .filter((name) => !HIDDEN.has(name) && !name.endsWith("_id") && draft[name] !== false)
    .map((name) => [name, text(draft[name])] as const)
    .filter(([, told]) => told);
  if (!shown.length) return null;
  const timed = preview.editable_fields.some((name) => /^\d{4}-\d{2}-\d{2}T/.test(String(draft[name] ?? "")));
  return (
    <View style={{ gap: 2 }}>
      {shown.map(([name, told]) => (
        <Say key={name}>
          <Say kind="quiet">{speech.field(name)}: </Say>
          {told}
        </Say>
      ))}
      {timed && zone !== here ? <Say kind="quiet">{speech.say("times_in", { zone })}</Say> : null}
    </View>
  );
}
