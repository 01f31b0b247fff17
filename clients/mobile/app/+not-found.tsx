// An address that leads nowhere.

import { router } from "expo-router";
import { useSession } from "@/session/session";
import { Button, Page, Row, Say } from "@/ui/parts";

export default function NotFound() {
  const { say } = useSession().speech;
  return (
    <Page>
      <Say>{say("not_found")}</Say>
      <Row>
        <Button title={say("talks")} onPress={() => router.replace("/")} />
      </Row>
    </Page>
  );
}
