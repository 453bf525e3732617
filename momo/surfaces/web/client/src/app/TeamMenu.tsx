import { Button, Menu, Text } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useMe } from "../api/session";
import { useSwitchTeam } from "../auth/useSwitchTeam";
import { InertText } from "../pieces/InertText";

/** Which team one is in, and the others to go to. */
export function TeamMenu() {
  const me = useMe();
  const navigate = useNavigate();
  const switchTo = useSwitchTeam();
  async function choose(team: string) {
    await switchTo(team);
    window.location.assign("/ask"); // nothing of the other team stays in memory
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          rightSection={<IconSelector size={16} aria-hidden />}
          maw={{ base: 150, xs: 240 }}
          aria-label={`Team ${me.team?.name ?? ""}: switch team`}
        >
          <Text truncate inherit>
            <InertText>{me.team?.name ?? ""}</InertText>
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Your teams</Menu.Label>
        {me.teams.map((team) => (
          <Menu.Item
            key={team.id}
            onClick={() => choose(team.id)}
            rightSection={team.id === me.team?.id && <IconCheck size={16} aria-label="Current" />}
          >
            <InertText>{team.name}</InertText>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => navigate("/start")}
        >
          Make or join a team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
