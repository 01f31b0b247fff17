// What this device gives, who is signed in on it, and the way out.

import { useState } from "react";
import { PushesCard } from "@/pushes/card";
import { useSignedIn } from "@/session/session";
import { Button, Card, Page, Row, Say } from "@/ui/parts";
import { FilesCard, LocationCard } from "@/ui/sending";

export default function More() {
  const { api, account, ownToken, speech, signOut } = useSignedIn();
  const { say } = speech;
  const [leaving, setLeaving] = useState(false);
  const leave = (revoke: boolean) => {
    setLeaving(true);
    void signOut(revoke);
  };
  return (
    <Page>
      <LocationCard />
      <FilesCard />
      <PushesCard />
      <Card>
        <Say kind="strong">{say("signed_in_as", { name: account?.name || account?.email || "" })}</Say>
        <Say kind="quiet">{api.base}</Say>
        <Row>
          <Button title={say("sign_out")} disabled={leaving} onPress={() => leave(ownToken)} />
          {ownToken ? null : <Button title={say("sign_out_for_good")} disabled={leaving} onPress={() => leave(true)} />}
        </Row>
        <Say kind="quiet">{say(ownToken ? "own_token" : "typed_token")}</Say>
      </Card>
    </Page>
  );
}
