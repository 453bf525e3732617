import { Text } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Row, RowButton } from "../../pieces/Row";
import { useAct } from "../../pieces/useAct";
import { When } from "../../pieces/When";
import type { Handed } from "./InvitationsSection";
import { ROLES } from "./roles";

export function InvitationRow({
  invitation,
  onChanged,
}: {
  invitation: Schemas["InvitationItem"];
  onChanged: (handed: Handed | null) => Promise<void>;
}) {
  const { act, problem, busyWith } = useAct();
  const params = { path: { invitation_id: invitation.id } };
  const resend = () =>
    act("resend", async () => {
      const { data } = await api.POST("/api/v1/invitations/{invitation_id}/resend", { params });
      await onChanged(data ? { email: invitation.email, made: data } : null);
    });
  const revoke = () =>
    act("revoke", async () => {
      await api.DELETE("/api/v1/invitations/{invitation_id}", { params });
      await onChanged(null);
    });
  return (
    <Row
      actions={
        <>
          <RowButton
            onClick={resend}
            loading={busyWith === "resend"}
            aria-label={`Send the invitation of ${invitation.email} again`}
          >
            Send again
          </RowButton>
          <RowButton
            onClick={revoke}
            loading={busyWith === "revoke"}
            aria-label={`Take back the invitation of ${invitation.email}`}
          >
            Take back
          </RowButton>
        </>
      }
    >
      <Text fw={500}>{invitation.email}</Text>
      <Text fz="sm" c="dimmed">
        {ROLES[invitation.role ?? "member"]}, invited <When at={invitation.created_at} inherit />
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}
