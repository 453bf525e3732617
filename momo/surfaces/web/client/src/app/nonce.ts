/** The nonce of this page's content security policy, for styles that are made as it runs. */
export function nonce(): string {
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}

/** For packages that take it from here, as the one that keeps a page from scrolling below a dialog. */
export function shareNonce(): void {
  Object.assign(window, { __webpack_nonce__: nonce() });
}
