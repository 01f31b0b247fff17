// What this device gives, who is signed in on it, and the way out.

import { useSignedIn } from "@/session/session";
import { Button, Card, Page, Say } from "@/ui/parts";
import { FilesCard, LocationCard } from "@/ui/sending";

export default function More() {
  const { api, account, speech, signOut } = useSignedIn();
  const { say } = speech;
  return (
    <Page>
      <LocationCard />
      <FilesCard />
      <Card>
        <Say kind="strong">{say("signed_in_as", { name: account?.name || account?.email || "" })}</Say>
        <Say kind="quiet">{api.base}</Say>
        <Button title={say("sign_out")} onPress={() => void signOut()} />
      </Card>
    </Page>
  );
}
