/** A number of things, in words that agree with it: "1 decision", "2 decisions". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
