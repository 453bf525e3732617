import { useIsAdmin } from "../../api/session";
import { InvitationsSection } from "./InvitationsSection";
import { MembersSection } from "./MembersSection";

export function MembersTab() {
  const isAdmin = useIsAdmin();
  return (
    <>
      {isAdmin && <InvitationsSection />}
      <MembersSection />
    </>
  );
}
