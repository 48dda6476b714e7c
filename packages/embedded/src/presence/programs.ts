/** Finds the kind of work of a program. Only the kind is passed on; the name of the program is dropped here. */
import { PROGRAM_KINDS, type ProgramKind } from "@waldo/contracts";

/** The first letters of program names, in lower case, without a file extension. */
const STARTS: Readonly<Record<ProgramKind, readonly string[]>> = {
  development: [
    "code",
    "idea",
    "pycharm",
    "webstorm",
    "rider",
    "goland",
    "vim",
    "nvim",
    "emacs",
    "xcode",
    "zed",
    "cursor",
  ],
  creative: [
    "photoshop",
    "illustrator",
    "gimp",
    "inkscape",
    "blender",
    "figma",
    "krita",
    "ableton",
    "reaper",
    "davinci",
  ],
  writing: ["winword", "microsoft word", "soffice", "pages", "obsidian", "scrivener", "texstudio", "typora", "notion"],
  research: ["zotero", "mendeley", "evince", "okular", "acrobat", "preview", "calibre", "rstudio", "matlab", "jupyter"],
  meeting: ["zoom", "teams", "ms-teams", "webex", "skype", "facetime"],
  media: ["spotify", "vlc", "mpv", "music", "netflix", "quicktime player"],
  games: ["steam", "epicgameslauncher", "lutris", "minecraft"],
};

/** Returns the kinds of these programs, each once, in their fixed order. A name that is not in the list is ignored. */
export function kindsOf(names: readonly string[]): ProgramKind[] {
  const known = names.map((name) => name.toLowerCase().replace(/\.(?:exe|app|bin)$/u, ""));
  const isOne = (starts: readonly string[]) =>
    known.some((name) =>
      starts.some((start) => name === start || name.startsWith(`${start} `) || name === `${start}64`),
    );
  return PROGRAM_KINDS.filter((kind) => isOne(STARTS[kind]));
}
