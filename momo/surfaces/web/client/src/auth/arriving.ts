import { useCallback } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { forgetAll } from "../api/session";

/** Where one wanted to go before signing in. Never out of Momo. */
export function nextOf({ search, state }: Pick<Location, "search" | "state">): string {
  const asked: unknown = (state as { next?: unknown } | null)?.next;
  const next = typeof asked === "string" ? asked : new URLSearchParams(search).get("next");
  return next && /^\/(?![/\\])/.test(next) ? next : "/";
}

/** Go on as somebody else than before: nothing that was read stays. */
export function useArrive() {
  const navigate = useNavigate();
  const location = useLocation();
  const next = nextOf(location);
  const arrive = useCallback(
    (to: string = next) => {
      forgetAll();
      navigate(to, { replace: true });
    },
    [navigate, next],
  );
  return { arrive, next };
}

/** What stands behind the # of a mailed link. No server sees it. */
export function useFragment(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
