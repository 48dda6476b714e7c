/**
 * Stands in a bundle for `bowser`, 34 kB with which the SDK names the browser it runs in. A function runs in none, so no
 * code calls this.
 */
export function parse(): never {
  throw new Error("the SDK asked for the name of a browser: a function runs in none");
}
