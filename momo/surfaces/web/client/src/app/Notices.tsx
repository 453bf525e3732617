import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense } from "react";
import { useEver } from "../pieces/useEver";

const Toasts = lazy(() => import("./Toasts"));

/** What was done and what failed, told in passing; loaded with the first of them. */
export function Notices() {
  const isWanted = useEver(useNotifications().notifications.length > 0);
  return <Suspense fallback={null}>{isWanted && <Toasts />}</Suspense>;
}
