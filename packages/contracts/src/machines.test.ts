/**
 * Checks that the machines in `statemachines/` and the code agree. Step Functions compares names and nothing else: a
 * misspelt name matches nothing, and the deployment still succeeds. So these tests read each file against its contract.
 * They also break copies in one place each, to show that the check finds the fault.
 *
 * A machine is known by the task it starts at, not by its file name. Two tasks of a machine are of the same kind when
 * they have the same `Resource` (a plain call, or one that waits for a token). Tasks of one kind must be retried alike;
 * `unlike` names the exceptions, each with its reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  DREAM_PHASES,
  ERASURE_NEXT,
  ERASURE_STEPS,
  ERRORS,
  type ErrorName,
  HANDOFF_NEXT,
  HANDOFF_PHASES,
  REVIEW_NEXT,
  REVIEW_PHASES,
  RUN_STATES,
  RUN_TRANSITIONS,
  TickResult,
  WAKE_STATES,
} from "./index.ts";

type Rule = {
  ErrorEquals: string[];
  Next?: string;
  IntervalSeconds?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  MaxAttempts?: number;
};
type State = {
  Type: string;
  Resource?: string;
  Retry?: Rule[];
  Catch?: Rule[];
  Choices?: { StringEquals?: string; And?: { Variable?: string; BooleanEquals?: boolean }[]; Next: string }[];
  Result?: unknown;
  ResultPath?: string;
  Default?: string;
  Next?: string;
  Error?: string;
  Cause?: string;
};
type Machine = { StartAt: string; States: Record<string, State> };

type Contract = {
  /** The tasks of the machine, the first one first. */
  readonly tasks: readonly string[];
  /** The states that do no work: routers and ends. */
  readonly others: readonly string[];
  /** The WaldoErrors that its tasks may throw and that may be retried. */
  readonly retries: readonly ErrorName[];
  /** The values that its tasks may answer as `next`. ROUTE goes to the state of that name. */
  readonly answers?: readonly string[];
  /** Each task has a Catch for every error, and it ends in a Fail: the machine says that it failed, under one name. */
  readonly failsAfterCatch?: true;
  readonly unlike?: Readonly<Record<string, { readonly alsoRetries: readonly ErrorName[]; readonly reason: string }>>;
};

const STORE = ["ConditionFailed", "StoreUnavailable"] as const;
const LAST_WORDS = { alsoRetries: [], reason: "the last message, which no erasure waits for" } as const;
const CONTRACTS: Record<"run" | "handoff" | "review" | "dream" | "wake" | "privacy", Contract> = {
  run: {
    tasks: RUN_STATES.filter((state) => RUN_TRANSITIONS[state].length > 0),
    others: ["ROUTE", "QUEUED", "DONE", "FAILED", "UNKNOWN_NEXT"],
    retries: [...STORE, "LeaseHeld", "LeaseLost"],
    answers: TickResult.shape.next.options,
  },
  handoff: {
    tasks: [...HANDOFF_PHASES, "FLUSH"],
    others: ["ROUTE", "DONE", "DECLINED", "EXPIRED", "FAILED", "UNKNOWN_NEXT"],
    retries: STORE,
    answers: HANDOFF_NEXT,
  },
  review: {
    tasks: ["SAY", ...REVIEW_PHASES],
    others: ["ROUTE", "PAUSED", "DONE", "INCOMPLETE", "SKIPPED", "UNKNOWN_NEXT"],
    retries: STORE,
    answers: REVIEW_NEXT,
  },
  dream: {
    tasks: DREAM_PHASES,
    others: ["DONE"],
    retries: STORE,
    unlike: {
      CONSOLIDATE: {
        alsoRetries: ["ModelThrottled", "ModelTimeout", "ModelUnavailable", "ModelMalformed"],
        reason: "without its model it fails, and a model needs longer pauses than a table",
      },
    },
  },
  wake: {
    tasks: WAKE_STATES,
    others: ["DUE", "CALENDARS", "UNREAD", "WEARABLES", "ENDED", "DONE", "FAILED"],
    retries: STORE,
    failsAfterCatch: true,
  },
  privacy: {
    tasks: [...ERASURE_STEPS, "FLUSH"],
    others: ["WAIT", "ROUTE", "DONE", "UNKNOWN_NEXT"],
    retries: STORE,
    answers: ERASURE_NEXT,
    unlike: { NOTICE: LAST_WORDS, FLUSH: LAST_WORDS },
  },
};

/**
 * The failures of a function call that are not the function's own fault, by the names in the Step Functions and Lambda
 * guides. A sandbox that died comes as `Lambda.Unknown`, `Runtime.ExitError` or `Sandbox.Timedout`. Every task retries
 * all of these.
 */
const PASSING = [
  "Lambda.ServiceException",
  "Lambda.AWSLambdaException",
  "Lambda.ClientExecutionTimeoutException",
  "Lambda.SdkClientException",
  "Lambda.TooManyRequestsException",
  "Lambda.Unknown",
  "Runtime.ExitError",
  "Sandbox.Timedout",
];
/** Plain calls retry it. Where a task waits for a token, it means that no answer came, and the machine catches it. */
const TIMEOUT = "States.Timeout";
/** These may be caught but not retried: a retry would also repeat errors that can never succeed. */
const ANY = ["States.ALL", "States.TaskFailed"];

/** Leftover work of an erased person finds nothing to do, and this is not a failure. */
const isQuiet = ({ ErrorEquals, Next }: Rule) => ErrorEquals.join() === "Erased" && Next === "DONE";
const waits = ({ Resource = "" }: State) => Resource.endsWith(".waitForTaskToken");
const named = (rules: readonly Rule[] = []) => rules.flatMap(({ ErrorEquals }) => ErrorEquals);
const nextOf = (name: string) => (name in ERRORS ? ERRORS[name as ErrorName] : undefined);

function contractOf({ StartAt }: Machine): Contract | undefined {
  return Object.values(CONTRACTS).find(({ tasks }) => tasks[0] === StartAt);
}

/** Returns every place where a machine breaks the contract, one line each. */
function faultsOf(machine: Machine, contract = contractOf(machine)): string[] {
  if (contract === undefined) return [`no contract has a machine that starts at ${machine.StartAt}`];
  const tasks = Object.entries(machine.States).filter(([, { Type }]) => Type === "Task");
  return [
    ...namesThatDiffer("state", Object.keys(machine.States), [...contract.tasks, ...contract.others]),
    ...namesThatDiffer(
      "task",
      tasks.map(([name]) => name),
      contract.tasks,
    ),
    ...Object.entries(machine.States).flatMap(([name, state]) =>
      [...edgeFaults(state, machine, contract), ...nameFaults(state)].map((fault) => `${name} ${fault}`),
    ),
    ...tasks.flatMap(([name, task]) => missingRetries(name, task, contract).map((fault) => `${name} ${fault}`)),
    ...unequalRetries(tasks, contract),
    ...(contract.failsAfterCatch ? tasks.flatMap(([name, task]) => hiddenFailures(name, task, machine)) : []),
  ];
}

/** A state that continues after a failure notes it, and a Choice that reads the note fails. */
function isRemembered(note: State | undefined, States: Machine["States"]): boolean {
  if (note?.Type !== "Pass" || note.Result !== true || note.ResultPath === undefined) return false;
  return Object.values(States).some(({ Choices = [] }) =>
    Choices.some(({ And = [], Next = "" }) => {
      const isNoted = And.some(({ Variable, BooleanEquals }) => Variable === note.ResultPath && BooleanEquals === true);
      return isNoted && States[Next]?.Type === "Fail";
    }),
  );
}

/** A failure that is caught must still be one: `DONE` after a Catch would keep the alarm silent. */
function hiddenFailures(name: string, { Catch = [] }: State, { StartAt, States }: Machine): string[] {
  const all = Catch.filter(({ ErrorEquals }) => ErrorEquals.includes("States.ALL"));
  if (all.length === 0) return [`${name} does not catch every error`];
  if (name === StartAt && !Catch.some(isQuiet)) return [`${name} alarms for a person who was erased`];
  return Catch.filter((rule) => !isQuiet(rule)).flatMap(({ Next = "" }) =>
    States[Next]?.Type === "Fail" || isRemembered(States[Next], States) ? [] : [`${name} hides a failure in ${Next}`],
  );
}

function namesThatDiffer(what: string, found: readonly string[], expected: readonly string[]): string[] {
  return [
    ...found.filter((name) => !expected.includes(name)).map((name) => `${what} ${name} is not in the contract`),
    ...expected.filter((name) => !found.includes(name)).map((name) => `${what} ${name} is missing`),
  ];
}

/** Checks the edges: every edge leads to a state, a Choice has a default, and an unknown answer fails under a name. */
function edgeFaults(state: State, { States }: Machine, { answers }: Contract): string[] {
  const { Type, Choices = [], Catch = [], Next, Default, Error: error, Cause } = state;
  const targets = [Next, Default, ...[...Choices, ...Catch].map((one) => one.Next)];
  const routes = Choices.filter(({ StringEquals }) => StringEquals !== undefined);
  return [
    ...targets.flatMap((target) => (target === undefined || target in States ? [] : [`leads to ${target}`])),
    ...(Type === "Choice" && Default === undefined ? ["has no Default"] : []),
    ...(Type === "Fail" && !(error && Cause) ? ["fails without a name or a cause"] : []),
    ...(routes.length > 0 && States[Default ?? ""]?.Type !== "Fail" ? ["does not fail on an unknown answer"] : []),
    ...routes.flatMap((one) => (one.StringEquals === one.Next ? [] : [`takes ${one.StringEquals} to ${one.Next}`])),
    ...(routes.length > 0
      ? namesThatDiffer(
          "answer",
          routes.map(({ Next }) => Next),
          answers ?? [],
        )
      : []),
  ];
}

/** Checks the error names: each is one of our errors, retried only if it may be, or one of AWS's. */
function nameFaults({ Retry, Catch }: State): string[] {
  return [
    ...named(Retry).flatMap((name) =>
      nextOf(name) === "retry" || [...PASSING, TIMEOUT].includes(name) ? [] : [`retries ${name}`],
    ),
    ...named(Catch).flatMap((name) =>
      nextOf(name) !== undefined || [...PASSING, TIMEOUT, ...ANY].includes(name) ? [] : [`catches ${name}`],
    ),
  ];
}

function missingRetries(name: string, task: State, { retries, unlike }: Contract): string[] {
  const ours = [...retries, ...(unlike?.[name]?.alsoRetries ?? [])];
  const expected = [...ours, ...PASSING, ...(waits(task) ? [] : [TIMEOUT])];
  return namesThatDiffer("retried error", named(task.Retry), expected);
}

function unequalRetries(tasks: readonly (readonly [string, State])[], { unlike = {} }: Contract): string[] {
  return tasks.flatMap(([name, task]) => {
    const first = tasks.find(([other, { Resource }]) => Resource === task.Resource && !(other in unlike));
    if (first === undefined || name in unlike) return [];
    return JSON.stringify(first[1].Retry) === JSON.stringify(task.Retry)
      ? []
      : [`${name} is not retried as ${first[0]}`];
  });
}

/**
 * Returns the declared errors that no source creates, directly or as the base of a class. A comparison with a name does
 * not count as throwing it.
 */
function unthrown(sources: string): string[] {
  const thrown = new Set([...sources.matchAll(/(?:new WaldoError|super)\(\s*"(\w+)"/g)].map(([, name]) => name));
  return Object.keys(ERRORS).filter((name) => !thrown.has(name));
}

/** The seconds that a task which always fails at once waits between its tries, at most. */
function pausesOf(rules: readonly Rule[] = []): number {
  return rules.reduce((sum, { MaxAttempts = 3, IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Infinity }) => {
    const pauses = Array.from({ length: MaxAttempts }, (_, n) => IntervalSeconds * BackoffRate ** n);
    return sum + pauses.reduce((all, pause) => all + Math.min(pause, MaxDelaySeconds), 0);
  }, 0);
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = readdirSync(join(root, "statemachines")).filter((file) => file.endsWith(".asl.json"));
const read = (file: string): Machine => JSON.parse(readFileSync(join(root, "statemachines", file), "utf8"));

const sources = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" })
  .filter((file) => /^\w+[/\\]src[/\\].*(?<!\.test)\.ts$/.test(file) && !file.startsWith("testkit"))
  .map((file) => readFileSync(join(root, "packages", file), "utf8"))
  .join("\n");

describe("the machines", () => {
  it("are one file for each contract", () => {
    const known = files.map((file) => contractOf(read(file)));
    expect(new Set(known)).toEqual(new Set(Object.values(CONTRACTS)));
    expect(files).toHaveLength(Object.keys(CONTRACTS).length);
  });

  it.each(files)("%s keeps the contract", (file) => {
    expect(faultsOf(read(file))).toEqual([]);
  });

  it("have no exception that is not needed", () => {
    for (const machine of files.map(read)) {
      const { unlike = {}, ...plain } = contractOf(machine) ?? CONTRACTS.run;
      for (const name of Object.keys(unlike)) {
        const { [name]: _, ...others } = unlike;
        const faults = faultsOf(machine, { ...plain, unlike: others }).join("\n");
        expect(faults).toMatch(new RegExp(`${name}.* is not retried as|as ${name}$`, "m"));
      }
    }
  });

  it("let an erasure wait for three quick tries of its last message, and go on without it", () => {
    const { States } = read("privacy.asl.json");
    for (const name of ["NOTICE", "FLUSH"]) {
      const { Retry = [], Catch = [] } = States[name] ?? { Type: "" };
      expect(Catch, name).toMatchObject([{ ErrorEquals: ["States.ALL"], Next: "MARK" }]);
      expect(Retry, name).toMatchObject([{ IntervalSeconds: 2, MaxAttempts: 2 }]);
      expect(pausesOf(Retry), name).toBeLessThan(10);
    }
    // Necessary work is tried again for hours.
    expect(pausesOf(States["MARK"]?.Retry)).toBeGreaterThan(3 * 3600);
  });
});

describe("the errors", () => {
  it("are each thrown somewhere in the sources", () => {
    expect(unthrown(sources)).toEqual([]);
  });

  it("are found when they are only compared with, or thrown under another spelling", () => {
    expect(unthrown(sources.replaceAll(/(new WaldoError\(\s*)"LeaseHeld"/g, '$1"LeaseHold"'))).toEqual(["LeaseHeld"]);
    expect(unthrown('if (isError(error, "LeaseHeld")) throw error;')).toContain("LeaseHeld");
  });
});

describe("a machine with one thing wrong has a fault", () => {
  const broken = (machine: Machine, change: (copy: Machine) => void) => {
    const copy = structuredClone(machine);
    change(copy);
    return faultsOf(copy);
  };

  describe.each(files)("%s", (file) => {
    const machine = read(file);
    const states = Object.entries(machine.States);
    const rules = (kind: "Retry" | "Catch") =>
      states.flatMap(([name, state]) =>
        (state[kind] ?? []).flatMap(({ ErrorEquals }, rule) => ErrorEquals.map((_, i) => [name, rule, i] as const)),
      );

    it("where any name of an error is misspelt", () => {
      for (const kind of ["Retry", "Catch"] as const)
        for (const [name, rule, i] of rules(kind)) {
          const misspell = (copy: Machine) => {
            const list = copy.States[name]?.[kind]?.[rule]?.ErrorEquals ?? [];
            list[i] += "s";
          };
          expect(broken(machine, misspell), `${name} ${kind}`).not.toEqual([]);
        }
    });

    it("where any entry of a Retry is left out, or retries what can never succeed", () => {
      for (const [name, rule, i] of rules("Retry"))
        for (const instead of [[], ["InvalidInput"], ["States.ALL"]]) {
          const change = (copy: Machine) => copy.States[name]?.Retry?.[rule]?.ErrorEquals.splice(i, 1, ...instead);
          expect(broken(machine, change), name).not.toEqual([]);
        }
    });

    it("where one task of a kind is retried more often", () => {
      for (const [name, { Retry = [], Resource }] of states)
        for (const rule of Retry.keys()) {
          if (contractOf(machine)?.unlike?.[name]) continue;
          // A task that is the only one of its kind has nothing to be compared with.
          if (states.filter(([, other]) => other.Resource === Resource).length === 1) continue;
          const change = (copy: Machine) => Object.assign(copy.States[name]?.Retry?.[rule] ?? {}, { MaxAttempts: 99 });
          expect(broken(machine, change), name).not.toEqual([]);
        }
    });

    it("where any state has another name", () => {
      for (const [name] of states) {
        const text = JSON.stringify(machine).replaceAll(`"${name}"`, `"${name}_"`);
        expect(faultsOf(JSON.parse(text)), name).not.toEqual([]);
      }
    });

    it("where an edge leads to no state", () => {
      for (const [name, { Next }] of states) {
        if (Next === undefined) continue;
        const change = (copy: Machine) => Object.assign(copy.States[name] ?? {}, { Next: "NOWHERE" });
        expect(broken(machine, change)).toContain(`${name} leads to NOWHERE`);
      }
    });

    it("where a Choice has no Default, or a router has one that hides an unknown answer", () => {
      for (const [name, { Type, Choices = [] }] of states) {
        if (Type !== "Choice") continue;
        const drop = (copy: Machine) => delete copy.States[name]?.Default;
        expect(broken(machine, drop)).toContain(`${name} has no Default`);
        const hide = (copy: Machine) => Object.assign(copy.States[name] ?? {}, { Default: "DONE" });
        const isRouter = Choices.some(({ StringEquals }) => StringEquals !== undefined);
        if (isRouter) expect(broken(machine, hide)).toContain(`${name} does not fail on an unknown answer`);
      }
    });

    it("where any route is left out or leads to another state", () => {
      for (const [name, { Choices = [] }] of states)
        for (const [i, { StringEquals }] of Choices.entries()) {
          if (StringEquals === undefined) continue;
          expect(broken(machine, (copy) => copy.States[name]?.Choices?.splice(i, 1))).not.toEqual([]);
          const astray = (copy: Machine) => Object.assign(copy.States[name]?.Choices?.[i] ?? {}, { Next: name });
          expect(broken(machine, astray)).not.toEqual([]);
        }
    });

    it("where a Catch is left out, or leads to success, in a machine that must say that it failed", () => {
      if (!contractOf(machine)?.failsAfterCatch) return;
      for (const [name, { Catch = [] }] of states)
        for (const i of Catch.keys()) {
          expect(broken(machine, (copy) => copy.States[name]?.Catch?.splice(i, 1))).not.toEqual([]);
          if (Catch[i] && isQuiet(Catch[i])) continue;
          const hide = (copy: Machine) => Object.assign(copy.States[name]?.Catch?.[i] ?? {}, { Next: "DONE" });
          expect(broken(machine, hide)).toContain(`${name} hides a failure in DONE`);
        }
    });

    it("where a failure has no name", () => {
      for (const [name, { Type }] of states)
        if (Type === "Fail")
          expect(broken(machine, (copy) => delete copy.States[name]?.Error)).toContain(
            `${name} fails without a name or a cause`,
          );
    });
  });
});
