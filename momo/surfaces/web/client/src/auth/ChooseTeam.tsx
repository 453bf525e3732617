import { Button, Stack } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { Schemas } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSwitchTeam } from "./useSwitchTeam";

export function ChooseTeam({
  teams,
  onDone,
}: {
  teams: Schemas["TeamItem"][];
  onDone: () => void;
}) {
  const switchTeam = useSwitchTeam();
  const [problem, setProblem] = useState<unknown>(null);
  return (
    <Stack gap="xs">
      <ProblemAlert error={problem} />
      {teams.map((team) => (
        <Button
          key={team.id}
          variant="default"
          justify="space-between"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          onClick={() => switchTeam(team.id).then(onDone, setProblem)}
        >
          {team.name}
        </Button>
      ))}
    </Stack>
  );
}
