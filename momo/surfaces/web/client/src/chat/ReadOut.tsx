import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { toReadOut } from "./live";

const EVERY_MS = 1_500; // often enough to follow, seldom enough to be heard to the end

/** Reads an answer out to screen readers while it is written, some whole sentences at a time. */
export function ReadOut({ text, finished }: { text: string; finished: boolean }) {
  const [words, setWords] = useState("Looking for an answer.");
  const latest = useRef({ text, finished, said: 0 });
  useEffect(() => {
    Object.assign(latest.current, { text, finished });
  }, [text, finished]);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = latest.current;
      const next = toReadOut(now.text, now.said, now.finished);
      if (!next.trim()) return;
      now.said += next.length;
      setWords(next);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
      {words}
    </VisuallyHidden>
  );
}
