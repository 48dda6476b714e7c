/**
 * Reads for how long nobody has used the keyboard or the mouse: with `ioreg` on macOS, with the desktop or `xprintidle`
 * on Linux, with PowerShell on Windows. Without a desktop, the last input of a terminal counts.
 */
import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const WAIT_MS = 3_000;
/** The system's error codes for too many processes or files. */
const NO_ROOM: readonly string[] = ["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"];
const TERMINALS = "/dev/pts";

type Way = {
  readonly command: string;
  readonly args: readonly string[];
  readonly read: (out: string) => number | undefined;
};

const MACOS: Way = {
  ...{ command: "ioreg", args: ["-c", "IOHIDSystem", "-d", "4"] },
  read: (out) => seconds(/"HIDIdleTime" = (\d+)/.exec(out)?.[1], 1e9),
};
const WINDOWS: Way = {
  command: "powershell.exe",
  args: [
    "-NoProfile",
    "-Command",
    "Add-Type 'using System;using System.Runtime.InteropServices;public class I{[StructLayout(LayoutKind.Sequential)]public struct L{public uint s;public uint t;}[DllImport(\"user32.dll\")]public static extern bool GetLastInputInfo(ref L l);public static uint M(){L l=new L();l.s=8;GetLastInputInfo(ref l);return (uint)Environment.TickCount-l.t;}}';[I]::M()",
  ],
  read: (out) => seconds(/\d+/.exec(out)?.[0], 1e3),
};
const LINUX: readonly Way[] = [
  {
    command: "gdbus",
    args: [
      ...["call", "--session", "--dest", "org.gnome.Mutter.IdleMonitor"],
      ...["--object-path", "/org/gnome/Mutter/IdleMonitor/Core"],
      ...["--method", "org.gnome.Mutter.IdleMonitor.GetIdletime"],
    ],
    read: (out) => seconds(/uint64 (\d+)/.exec(out)?.[1], 1e3),
  },
  { command: "xprintidle", args: [], read: (out) => seconds(/\d+/.exec(out)?.[0], 1e3) },
];

function seconds(digits: string | undefined, per: number): number | undefined {
  return digits === undefined ? undefined : Math.round(Number(digits) / per);
}

const WAYS: Partial<Record<NodeJS.Platform, readonly Way[]>> = { darwin: [MACOS], win32: [WINDOWS], linux: LINUX };

/**
 * Returns a function that asks for the idle time. A method that is missing on this machine, or whose answer cannot be
 * read, is tried only once. A method that took too long is tried again the next time, because the machine was busy.
 */
export function idleTime(platform: NodeJS.Platform = process.platform) {
  let ways = [...(WAYS[platform] ?? [])];
  /** Returns seconds, or undefined when the system gives no answer. */
  return async function idleSeconds(): Promise<number | undefined> {
    for (const way of [...ways]) {
      try {
        const { stdout } = await run(way.command, [...way.args], { timeout: WAIT_MS });
        const found = way.read(stdout);
        if (found !== undefined) return found;
      } catch (error) {
        if (isForNow(error)) continue;
      }
      ways = ways.filter((one) => one !== way);
    }
    return terminalIdle();
  };
}

/**
 * True when a command was killed because it took too long, or could not start because the system was full. It may work
 * the next time.
 */
function isForNow(error: unknown): boolean {
  const { code, killed } = error as { readonly code?: string | number | null; readonly killed?: boolean };
  return typeof code === "string" ? NO_ROOM.includes(code) : killed === true;
}

/** Returns how long ago the last input of any terminal was. */
async function terminalIdle(): Promise<number | undefined> {
  try {
    const names = (await readdir(TERMINALS)).filter((name) => /^\d+$/.test(name));
    const at = await Promise.all(names.map(async (name) => (await stat(`${TERMINALS}/${name}`)).atimeMs));
    return at.length === 0 ? undefined : Math.max(0, Math.round((Date.now() - Math.max(...at)) / 1000));
  } catch {
    return undefined;
  }
}
