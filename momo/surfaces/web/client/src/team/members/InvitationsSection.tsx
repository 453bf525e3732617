import { Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { $api, type Schemas } from "../../api/client";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { Section } from "../../pieces/Section";
import { ShownOnce } from "../../pieces/ShownOnce";
import { InvitationRow } from "./InvitationRow";
import { InviteForm } from "./InviteForm";

/** What was just handed out, and to whom. */
export interface Handed {
  email: string;
  made: Schemas["NewInvitation"];
}

export function InvitationsSection() {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/invitations", {
    params: { query: { limit: 100 } },
  });
  const [handed, setHanded] = useState<Handed | null>(null);
  async function show(next: Handed | null) {
    setHanded(next);
    await refetch();
  }
  return (
    <Section title="Invite" description="They get a mail with a link, which holds for 14 days.">
      <Stack>
        <InviteForm onInvited={show} />
        {handed && <JustHanded {...handed} />}
        <ProblemAlert error={error} retry={refetch} />
        {!data && !error && <Skeleton height={24} />}
        {data && data.items.length > 0 && (
          <Rows label="Open invitations">
            {data.items.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onChanged={show} />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}

function JustHanded({ email, made }: Handed) {
  const said = made.mailed
    ? `${email} was sent a mail. You may pass this link on as well; it is not shown again.`
    : `The mail was not sent. ${made.problem} Pass this link on yourself: it is not shown again.`;
  return (
    <ShownOnce label={`Invitation for ${email}`} secret={made.link}>
      <Text span inherit>
        {said}
      </Text>
    </ShownOnce>
  );
}
