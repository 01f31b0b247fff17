// Another app shares a text: `steward://share?text=…`, on the web `/share?title=&text=&url=`. It becomes a message that waits.

import { Redirect, useLocalSearchParams } from "expo-router";
import { useState } from "react";
import { useSession } from "@/session/session";
import { shared } from "@/talk/shared";

export default function Share() {
  const { title, text, url } = useLocalSearchParams<{ title?: string; text?: string; url?: string }>();
  const { signedIn } = useSession();
  useState(() => shared.put([title, text, url])); // once, before the screen that takes it
  return <Redirect href={signedIn ? "/thread/new" : "/sign-in"} />;
}
