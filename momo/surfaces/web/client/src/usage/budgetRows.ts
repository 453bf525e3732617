import type { Schemas } from "../api/client";
import { ALL } from "./stages";

/** A budget as a form holds it: an empty field is no limit. */
export interface Row {
  stage: string;
  period: string;
  tokens: number | string;
  cost: number | string;
}

/** All that the form holds. */
export interface BudgetValues {
  rows: Row[];
  batch: boolean;
}

type Body = Schemas["BudgetBodyRequest"];

export function rowsOf(budgets: readonly Schemas["BudgetItem"][]): Row[] {
  return budgets.map(({ stage, period, tokens, cost }) => ({
    stage: stage || ALL,
    period,
    tokens: tokens ?? "",
    cost: cost === null ? "" : Number(cost),
  }));
}

/** As the API takes it. */
export function wanted({ stage, period, tokens, cost }: Row): Body {
  return {
    stage: (stage === ALL ? "" : stage) as Body["stage"],
    period: period as Body["period"],
    tokens: tokens === "" ? null : Number(tokens),
    cost: cost === "" ? null : String(cost),
  };
}
