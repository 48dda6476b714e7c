/** Returns a number with its noun, such as "1 tick" and "3 ticks". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
