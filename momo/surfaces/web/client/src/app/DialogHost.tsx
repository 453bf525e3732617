import { lazy, Suspense, useEffect, useState } from "react";
import { dialogsWanted } from "../pieces/dialogs";

const Dialogs = lazy(() => import("./Dialogs"));

/** Where dialogs are drawn, from the first on. */
export function DialogHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => void dialogsWanted.then(() => setWanted(true)), []);
  return <Suspense fallback={null}>{isWanted && <Dialogs />}</Suspense>;
}
