import { useState } from "react";

/** Does one thing at a time, at a button's click, and keeps what went wrong with it. */
export function useAct() {
  const [problem, setProblem] = useState<unknown>(null);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  async function act(what: string, deed: () => Promise<unknown>) {
    setBusyWith(what);
    setProblem(null);
    try {
      await deed();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusyWith(null);
    }
  }
  return { act, problem, busyWith };
}
