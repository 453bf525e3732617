/** Where a source has room beside the answer, and where the list of conversations has, too. */
export const BESIDE = "(min-width: 1080px)";
export const LISTED = "(min-width: 1080px)";
export const ALL_THREE = "(min-width: 1480px)";

/** Whether one points with a mouse: where the focus in a field calls no keyboard up over the page. */
export function hasMouse(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
