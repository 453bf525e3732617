import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { ApiProblem } from "../api/problem";

/** Sends a form: what is refused is shown at its field, or else as the form's problem. */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      const wrong = wrongFields(error, values);
      form.setErrors(Object.fromEntries(wrong));
      if (wrong[0]) form.getInputNode(wrong[0][0])?.focus();
      else setProblem(error);
    } finally {
      setBusy(false);
    }
  });
  return { submit, problem, isBusy };
}

function wrongFields(error: unknown, values: object): [string, string][] {
  if (!(error instanceof ApiProblem)) return [];
  return Object.entries(error.fields).filter(([name]) => name in values);
}
