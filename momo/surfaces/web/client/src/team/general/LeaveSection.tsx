import { Button, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { api } from "../../api/client";
import { forgetAll, useMe } from "../../api/session";
import { dialogs } from "../../pieces/dialogs";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Section } from "../../pieces/Section";
import { useAct } from "../../pieces/useAct";

export function LeaveSection() {
  const me = useMe();
  const navigate = useNavigate();
  const { act, problem, busyWith } = useAct();
  const leave = () =>
    act("leave", async () => {
      await api.DELETE("/api/v1/members/{user_id}", { params: { path: { user_id: me.id } } });
      navigate("/start");
      forgetAll();
    });
  const ask = () =>
    dialogs.confirm({
      title: `Leave ${me.team?.name}?`,
      children: <Text fz="sm">You come back only by a new invitation.</Text>,
      labels: { confirm: "Leave", cancel: "Stay" },
      confirmProps: { color: "red" },
      onConfirm: leave,
    });
  return (
    <Section
      title="Leave the team"
      description="What you shared stays with the team. What is private to you stays yours, and nobody sees it."
      action={
        <Button variant="default" onClick={ask} loading={busyWith === "leave"}>
          Leave
        </Button>
      }
    >
      {problem ? <ProblemAlert error={problem} /> : null}
    </Section>
  );
}
