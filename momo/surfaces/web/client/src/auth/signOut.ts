import { csrfToken } from "../api/client";
import { forgetAll } from "../api/session";

/** End this browser's session, and keep nothing of what was read. */
export async function signOut(): Promise<void> {
  await fetch("/_allauth/browser/v1/auth/session", {
    method: "DELETE",
    credentials: "same-origin",
    headers: { "X-CSRFToken": csrfToken() },
  });
  forgetAll();
  window.location.assign("/sign-in");
}
