// Is this phone pushed to? It is once its user said so: its Expo token is registered with Steward, again at each start of
// the app (a token changes, and Steward retires what it does not hear of), and taken away when they sign out.

import type { Api } from "@/api/api";
import { Problem } from "@/api/problem";

/** `impossible`: this build or platform takes none. `denied`: the system asks no more, its settings alone help. */
export type State = "off" | "on" | "denied" | "impossible";
export type Allowed = { granted: boolean; mayAsk: boolean };

/** What a phone can do about it. */
export type Phone = {
  platform: "ios" | "android" | null; // null: none that takes pushes
  /** What the user allowed so far; with `ask` they are asked, where the system still does. */
  allowed(ask: boolean): Promise<Allowed>;
  /** The token that Expo gives this build. Rejects with Unbuilt where the build names no project, else without network. */
  token(): Promise<string>;
};

/** The app was built without what Expo's tokens need (a project, its keys). */
export class Unbuilt extends Error {}

export type Device = { id: string };
export type Kept = { read(): Device | null; write(device: Device): void; erase(): void };

export class Registration {
  constructor(
    private readonly api: Api,
    private readonly phone: Phone,
    private readonly kept: Kept,
    private readonly zone: string,
  ) {}

  /** As it stands, without asking anybody. */
  async state(): Promise<State> {
    if (!this.phone.platform) return "impossible";
    const { granted, mayAsk } = await this.phone.allowed(false);
    if (granted) return this.kept.read() ? "on" : "off";
    return mayAsk ? "off" : "denied";
  }

  /** At each start: a phone that is pushed to registers again; one whose permission is gone is taken away. */
  async resume(): Promise<State> {
    if (this.phone.platform && this.kept.read()) {
      if ((await this.phone.allowed(false)).granted) await this.register();
      else await this.remove();
    }
    return this.state();
  }

  /** The user wants pushes. Throws Unbuilt, Problem, Unreachable; what was refused by the user is the state `denied`. */
  async begin(): Promise<State> {
    if (!this.phone.platform) return "impossible";
    const { granted, mayAsk } = await this.phone.allowed(true);
    if (!granted) return mayAsk ? "off" : "denied";
    await this.register();
    return "on";
  }

  /** The user wants none any more, or signs out. One that Steward does not know (any more) is gone too. */
  async remove(): Promise<State> {
    const device = this.kept.read();
    if (device) {
      const params = { path: { device_id: device.id } };
      try {
        await this.api.data(this.api.client.DELETE("/mobile/devices/{device_id}", { params }));
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
      }
      this.kept.erase();
    }
    return this.state();
  }

  private async register(): Promise<void> {
    const body = { expo_push_token: await this.phone.token(), platform: this.phone.platform, timezone: this.zone };
    const device = await this.api.data(this.api.client.POST("/mobile/devices", { body }));
    this.kept.write({ id: device.id });
  }
}
