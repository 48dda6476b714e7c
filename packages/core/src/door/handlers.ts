/** The types of a route's handler: its input, its result and its refusals. */
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
  /** The Telegram bots. If they are absent, no chat can be linked. */
  readonly bots?: Bots;
  readonly models: ModelChoice;
  readonly push: PushDoor;
  /** Connects wearables. If it is absent, no wearable can be connected. */
  readonly wearables?: ConnectPorts;
  readonly privacy?: PrivacyDoor;
  /** Transcribes recordings. If it is absent, this process transcribes none. */
  readonly transcriber?: Transcriber;
  /**
   * The longest recording, in seconds, that some process here transcribes. If it is absent, recordings are not
   * transcribed.
   */
  readonly voiceSeconds?: number;
  /** Imports exports. If it is absent, no export can be sent. */
  readonly imports?: ImportDoor;
  /** How agents of other makers connect here. If it is absent, no such agent can connect. */
  readonly agents?: AgentDoor;
};

/**
 * How agents of other makers connect. If `keys` is set, the address accepts keys that the person creates. Otherwise
 * agents sign in.
 */
export type AgentDoor = {
  readonly connect: { readonly url?: string; readonly command?: string; readonly keys: boolean };
};

/** Receives and imports exports of wearables. */
export type ImportDoor = {
  readonly shelf: UploadShelf;
  /** Starts the reading of the file, and does not wait for its end. */
  later(userId: UserId, id: string): Promise<void>;
  /**
   * Receives the whole file. Throws a refusal when the file is incomplete. If this is absent, clients send the file to
   * another address.
   */
  receive?(userId: UserId, job: ImportJob, file: Upload): Promise<void>;
};

/** Starts an erasure or an export, which take long. The call does not wait for the end. `key` names the request. */
export type PrivacyDoor = {
  /** After an erasure ends, this many hours pass until it is final. Until then a backup could restore the data key. */
  readonly finalAfterHours: number;
  startErasure(userId: UserId, key: string): Promise<void>;
  startExport(userId: UserId): Promise<void>;
};

/**
 * What a device needs before it can receive pushes. If a kind of device is absent, such devices cannot receive pushes.
 */
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

/** Shows and changes the language model. If the operator of a deployment chooses the model, it can only be shown. */
export type ModelChoice = {
  show(): Promise<ModelView>;
  readonly change?: {
    /** Tests a model with three short questions and saves it. Throws `InvalidInput` when the model cannot be reached. */
    use(wanted: ModelWanted): Promise<ModelTested>;
    /** Deletes the saved models. */
    none(): Promise<void>;
  };
};

export type Call<N extends RouteName, P = DoorPorts> = {
  readonly ports: P;
  readonly userId: UserId;
  readonly params: z.output<Routes[N]["params"]>;
  readonly query: z.output<Routes[N]["query"]>;
  readonly body: z.output<Routes[N]["body"]>;
  /** The idempotency key. It is empty for a route without one. */
  readonly key: string;
  /** The time zone that the device reports, and the size of the request's body. */
  readonly device: { readonly zone: string; readonly bytes: number };
};

/** `P` is the type of the ports that these handlers need. */
export type Handlers<Names extends RouteName = Exclude<RouteName, HookName>, P = DoorPorts> = {
  readonly [N in Names]: (call: Call<N, P>) => Promise<z.input<Routes[N]["answer"]>>;
};

/** Ends a request with an error of the contract. */
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
