import type { Schemas } from "../api/client";

export type Used = Schemas["UsedItem"];

const SMALL = 0.01; // under this, money is shown to more places

export function tokensOf(used: Used): number {
  return used.input_tokens + used.output_tokens;
}

/** Whole numbers, with separators as the reader's own language has them. */
export function counted(number: number): string {
  return number.toLocaleString();
}

/** Short enough for an axis: 12k, 3M. */
export function short(number: number): string {
  return new Intl.NumberFormat(undefined, { notation: "compact" }).format(number);
}

export function money(amount: number | string, currency: string): string {
  const value = Number(amount);
  const places = value !== 0 && Math.abs(value) < SMALL ? 6 : 2;
  const number = value.toLocaleString(undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: places,
  });
  return `${number} ${currency}`;
}

/** Of several, all that they used together. */
export function summed(all: readonly Used[]): Used {
  const sum = (of: (used: Used) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    key: "",
    calls: sum((used) => used.calls),
    input_tokens: sum((used) => used.input_tokens),
    output_tokens: sum((used) => used.output_tokens),
    unpriced_tokens: sum((used) => used.unpriced_tokens),
    cost: String(sum((used) => Number(used.cost))),
  };
}
