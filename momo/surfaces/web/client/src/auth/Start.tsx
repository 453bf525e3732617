import { Divider, Stack } from "@mantine/core";
import { useLoaderData } from "react-router";
import type { Me } from "../api/session";
import { useArrive } from "./arriving";
import { BareLink, BarePage } from "./BarePage";
import { ChooseTeam } from "./ChooseTeam";
import { NewTeamForm } from "./NewTeamForm";
import { PasteInvitation } from "./PasteInvitation";

/** For whoever has no team chosen: choose one, make one, or join one. */
export function Start() {
  const person = useLoaderData<Me>();
  const { arrive } = useArrive();
  const hasTeams = person.teams.length > 0;
  return (
    <BarePage
      title={hasTeams ? "Your teams" : "Make your team"}
      description={
        hasTeams ? undefined : "Decisions are kept for a team: yours alone, or with colleagues."
      }
      footer={person.team && <BareLink to="/">Back to {person.team.name}</BareLink>}
    >
      <Stack gap="lg">
        {hasTeams && <ChooseTeam teams={person.teams} onDone={() => arrive("/")} />}
        {hasTeams && <Divider label="or make another" />}
        <NewTeamForm onDone={() => arrive("/")} />
        <Divider label="or join one" />
        <PasteInvitation />
      </Stack>
    </BarePage>
  );
}
