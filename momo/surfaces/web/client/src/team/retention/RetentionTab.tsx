import { useIsAdmin } from "../../api/session";
import { HoldsSection } from "./HoldsSection";
import { PoliciesSection } from "./PoliciesSection";

export function RetentionTab() {
  const isAdmin = useIsAdmin();
  return (
    <>
      <PoliciesSection />
      {isAdmin && <HoldsSection />}
    </>
  );
}
