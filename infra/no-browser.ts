/**
 * Replaces in a bundle the package `bowser`, 34 kB, with which the SDK detects its browser. A function runs in no
 * browser, so no code calls this.
 */
export function parse(): never {
  throw new Error("the SDK asked for the name of a browser: a function runs in none");
}
