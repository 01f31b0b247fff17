// The phone's own part in pushes: permission, Expo's token, and what was tapped.

import { isRunningInExpoGo } from "expo";
import Constants from "expo-constants";
import { useEffect } from "react";
import { Platform } from "react-native";
import { type Phone, Unbuilt } from "./registration";

// Expo Go on Android takes no pushes, and the library throws there as soon as it is imported.
const able = !(Platform.OS === "android" && isRunningInExpoGo());
const Notifications = able ? (require("expo-notifications") as typeof import("expo-notifications")) : null;
const CHANNEL = "default"; // the one that Steward's pushes name none beside
const project = (): string | undefined => Constants.easConfig?.projectId ?? Constants.expoConfig?.extra?.eas?.projectId;

export const phone: Phone = {
  platform: able && (Platform.OS === "ios" || Platform.OS === "android") ? Platform.OS : null,
  async allowed(ask) {
    if (!Notifications) return { granted: false, mayAsk: false };
    if (Platform.OS === "android") {
      // Android 13 asks only once there is a channel.
      const importance = Notifications.AndroidImportance.DEFAULT;
      await Notifications.setNotificationChannelAsync(CHANNEL, { name: "Steward", importance });
    }
    const told = await Notifications.getPermissionsAsync();
    const { granted, canAskAgain } = ask && !told.granted && told.canAskAgain ? await Notifications.requestPermissionsAsync() : told;
    return { granted, mayAsk: canAskAgain };
  },
  async token() {
    const projectId = project();
    if (!Notifications || !projectId) throw new Unbuilt("app.json names no Expo project (extra.eas.projectId)");
    return (await Notifications.getExpoPushTokenAsync({ projectId })).data;
  },
};

/** Shown while the app is open too: what it says may be about another talk. */
export function showPushes(): void {
  Notifications?.setNotificationHandler({
    handleNotification: async () => ({ shouldShowBanner: true, shouldShowList: true, shouldPlaySound: false, shouldSetBadge: false }),
  });
}

/** Calls back with the `data` of each push that is tapped, that of the one which started the app too; each once. */
export const useTapped: (tapped: (data: unknown) => void) => void = Notifications
  ? (tapped) => {
      const last = Notifications.useLastNotificationResponse();
      useEffect(() => {
        if (!last) return;
        tapped(last.notification.request.content.data);
        Notifications.clearLastNotificationResponse();
      }, [last, tapped]);
    }
  : () => {};
