import { useHotkeys } from "@mantine/hooks";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { palette } from "./palette";

const SHOW_LIST = "momo:shortcuts";

/** Everywhere; a page tells of its own beside what they do. */
export const SHORTCUTS: [string, string][] = [
  ["Ctrl + K", "Search or jump to"],
  ["/", "Search on this page"],
  ["Alt + A", "Ask"],
  ["Alt + D", "Decisions"],
  ["Alt + G", "Graph"],
  ["Alt + I", "Inbox"],
  ["j / k", "Next or previous row of a list"],
  ["x", "Select a row"],
  ["1 to 3", "Settle the marked card of the inbox"],
  ["?", "This list"],
];

export function showShortcuts(): void {
  window.dispatchEvent(new Event(SHOW_LIST));
}

/** Heeds the keys that every page has. */
export function useShortcuts(openList: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    window.addEventListener(SHOW_LIST, openList);
    return () => window.removeEventListener(SHOW_LIST, openList);
  }, [openList]);
  useHotkeys([["mod+K", palette.toggle]], []); // while one types, too
  useHotkeys([
    ["shift+?", openList],
    ["/", focusSearch],
    ["alt+A", () => navigate("/ask")],
    ["alt+D", () => navigate("/decisions")],
    ["alt+G", () => navigate("/graph")],
    ["alt+I", () => navigate("/inbox")],
  ]);
}

function focusSearch() {
  document.querySelector<HTMLInputElement>("main input[type=search], main textarea")?.focus();
}
