import { useState } from "react";

/** Whether it was ever so: what is loaded for its first showing stays, to leave as it came. */
export function useEver(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}
