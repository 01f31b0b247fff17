// Steward asks: answered by one of its choices. In words it is answered where one always writes.

import type { Schemas } from "@/api/api";
import { useSignedIn } from "@/session/session";
import { Button, Card, Row, Say } from "@/ui/parts";

type Asks = Schemas["NeedUserInputOut"];
export type Reply = { says: { option_id: string } | { text: string }; shown: string };

export function AsksUser({ asks, reply }: { asks: Asks; reply(given: Reply): void }) {
  const { say } = useSignedIn().speech;
  const choices: Reply[] = (asks.options ?? []).map(({ id, label }) => ({ says: { option_id: id }, shown: label }));
  if (asks.kind === "confirm" && !choices.length) {
    choices.push(...[say("yes"), say("no")].map((word) => ({ says: { text: word }, shown: word })));
  }
  return (
    <Card label={asks.question}>
      <Say kind="strong">{asks.question}</Say>
      <Row>
        {choices.map((one) => (
          <Button key={one.shown} title={one.shown} onPress={() => reply(one)} />
        ))}
      </Row>
    </Card>
  );
}
