import { Badge, Group, Select, Text } from "@mantine/core";
import { api, type Schemas } from "../../api/client";
import { useIsAdmin, useMe } from "../../api/session";
import { useReread } from "../../api/useReread";
import { dialogs } from "../../pieces/dialogs";
import { InertText } from "../../pieces/InertText";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Row, RowButton } from "../../pieces/Row";
import { useAct } from "../../pieces/useAct";
import { When } from "../../pieces/When";
import { ROLES, rolesToGive } from "./roles";

type Member = Schemas["Member"];

export function MemberRow({ member }: { member: Member }) {
  const me = useMe();
  const isAdmin = useIsAdmin();
  const isOneself = member.id === me.id;
  const given = rolesToGive(me.team?.role, member.role);
  const { act, problem, busyWith } = useAct();
  const readAgain = useReread("/api/v1/members");
  const path = { user_id: member.id };
  const changeRole = (role: Member["role"]) =>
    act("role", async () => {
      await api.PATCH("/api/v1/members/{user_id}", { params: { path }, body: { role } });
      await readAgain();
    });
  const remove = () =>
    act("remove", async () => {
      await api.DELETE("/api/v1/members/{user_id}", { params: { path } });
      await readAgain();
    });
  const mayChange = isAdmin && !isOneself && given.length > 0;
  return (
    <Row
      actions={
        <>
          {mayChange ? (
            <Select
              aria-label={`Role of ${nameOf(member)}`}
              size="xs"
              w={110}
              data={given}
              value={member.role}
              allowDeselect={false}
              disabled={busyWith !== null}
              onChange={(role) => role && changeRole(role as Member["role"])}
            />
          ) : (
            <Badge color="gray">{ROLES[member.role]}</Badge>
          )}
          {mayChange && (
            <RowButton
              aria-label={`Remove ${nameOf(member)}`}
              loading={busyWith === "remove"}
              onClick={() => askToRemove(member, remove)}
            >
              Remove
            </RowButton>
          )}
        </>
      }
    >
      <Group gap="xs">
        <Text fw={500}>
          <InertText>{nameOf(member)}</InertText>
        </Text>
        {isOneself && (
          <Text fz="sm" c="dimmed">
            you
          </Text>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        {member.name && `${member.email}, `}joined <When at={member.joined_at} inherit />
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}

function nameOf(member: Member): string {
  return member.name || member.email;
}

function askToRemove(member: Member, remove: () => void) {
  dialogs.confirm({
    title: `Remove ${nameOf(member)}?`,
    children: (
      <Text fz="sm">
        What they shared stays. What is private to them stays theirs, and nobody sees it. Their keys
        stop working at once.
      </Text>
    ),
    labels: { confirm: "Remove", cancel: "Cancel" },
    confirmProps: { color: "red" },
    onConfirm: remove,
  });
}
