/** What a handler of a route gets and gives. */
import type {
  DoorError,
  DoorErrorName,
  HookName,
  ImportJob,
  ModelTested,
  ModelView,
  ModelWanted,
  Profile,
  PushPlatform,
  RouteName,
  Routes,
  Upload,
  UserId,
} from "@waldo/contracts";
import type * as z from "zod";
import type { ConnectPorts } from "../connect/ports.ts";
import type { UploadShelf } from "../health/import-job.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, StartWake, Transcriber } from "../ports.ts";
import type { Bots } from "../telegram/link.ts";

export type DoorPorts = Ports & {
  /** The key behind the tokens of taps. No model sees it. */
  readonly approvalKey: Uint8Array;
  readonly startWake: StartWake;
  /** The Telegram bots. Where they are absent, no chat can be linked. */
  readonly bots?: Bots;
  readonly models: ModelChoice;
  readonly push: PushDoor;
  /** What connects wearables. Where it is absent, no wearable can be connected. */
  readonly wearables?: ConnectPorts;
  readonly privacy?: PrivacyDoor;
  /** Writes recordings down. Where it is absent, this process writes no recording down. */
  readonly transcriber?: Transcriber;
  /**
   * The longest recording that this process or another one writes down. Where it is absent, no recording is written
   * down.
   */
  readonly voiceSeconds?: number;
  /** What takes exports in. Where it is absent, no export can be sent. */
  readonly imports?: ImportDoor;
  /** How agents of other makers connect here. Where it is absent, no such agent can connect. */
  readonly agents?: AgentDoor;
};

/** How agents of other makers connect. `keys`: the address takes keys that the person makes; otherwise agents sign in. */
export type AgentDoor = {
  readonly connect: { readonly url?: string; readonly command?: string; readonly keys: boolean };
};

/** Takes exports of wearables in. */
export type ImportDoor = {
  readonly shelf: UploadShelf;
  /** Has the file read, and does not wait for the end. */
  later(userId: UserId, id: string): Promise<void>;
  /**
   * Takes the whole file. Throws a refusal when the file did not come whole. Where this is absent, clients send the
   * file elsewhere.
   */
  receive?(userId: UserId, job: ImportJob, file: Upload): Promise<void>;
};

/** Begins what takes long: an erasure, an export. Neither waits for the end. `key` names the request. */
export type PrivacyDoor = {
  /** How long after its end an erasure is final. Until then a backup could bring the data key back. */
  readonly finalAfterHours: number;
  startErasure(userId: UserId, key: string): Promise<void>;
  startExport(userId: UserId): Promise<void>;
};

/** What a device needs before it can take pushes. A kind of device that is absent here cannot take pushes. */
export type PushDoor = {
  readonly web?: {
    /** Returns the public key that a browser subscribes with, in base64url. */
    key(): Promise<string>;
    readonly mayReach: (endpoint: string) => boolean;
  };
  readonly phone?: {
    readonly platforms: readonly PushPlatform[];
    /** Returns the address of a phone. Throws `InvalidInput` for a token that the platform refuses. */
    register(userId: UserId, platform: PushPlatform, token: string): Promise<string>;
  };
};

/** Which language model writes. Where the operator of a deployment chooses, it can only be shown. */
export type ModelChoice = {
  show(): Promise<ModelView>;
  readonly change?: {
    /** Tests a model with three short questions, and saves it. Throws `InvalidInput` when it cannot be asked. */
    use(wanted: ModelWanted): Promise<ModelTested>;
    /** Forgets the saved models. */
    none(): Promise<void>;
  };
};

export type Call<N extends RouteName, P = DoorPorts> = {
  readonly ports: P;
  readonly userId: UserId;
  readonly params: z.output<Routes[N]["params"]>;
  readonly query: z.output<Routes[N]["query"]>;
  readonly body: z.output<Routes[N]["body"]>;
  /** The idempotency key. It is empty where the route takes none. */
  readonly key: string;
  /** What the device says of its time zone, and how large its body was. */
  readonly device: { readonly zone: string; readonly bytes: number };
};

/** `P`: the ports that these handlers need. */
export type Handlers<Names extends RouteName = Exclude<RouteName, HookName>, P = DoorPorts> = {
  readonly [N in Names]: (call: Call<N, P>) => Promise<z.input<Routes[N]["answer"]>>;
};

/** A request that is answered with an error of the contract. */
export class DoorRefusal extends Error {
  override readonly name = "DoorRefusal";
  readonly error: DoorErrorName;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  readonly conflict: DoorError["conflict"];
  constructor(error: DoorErrorName, message: string, retryAfter?: number, conflict?: DoorError["conflict"]) {
    super(message);
    this.error = error;
    this.retryAfter = retryAfter;
    this.conflict = conflict;
  }
}

/** Returns the profile. Refuses with `NoProfile` for an account that has none. */
export async function profileOf({
  ports,
  userId,
}: {
  readonly ports: Pick<Ports, "store">;
  readonly userId: UserId;
}): Promise<Profile> {
  const profile = await findProfile(ports.store, userId);
  if (!profile)
    throw new DoorRefusal(
      "NoProfile",
      "this account has no profile yet: send time zone, wake and sleep time to PUT /v1/me",
    );
  return profile;
}
