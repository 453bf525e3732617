import { useIsAdmin } from "../../api/session";
import { AgentsSection } from "./AgentsSection";
import { KeysSection } from "./KeysSection";

export function KeysTab() {
  const isAdmin = useIsAdmin();
  return (
    <>
      <KeysSection />
      {isAdmin && <AgentsSection />}
    </>
  );
}
