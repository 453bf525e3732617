import { Badge, Button, Group, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { AppSetup } from "./AppSetup";
import { useConfirmed, wasCancelled } from "./Confirming";
import { RecoveryCodes } from "./RecoveryCodes";
import {
  beginApp,
  readCodes,
  type Setup,
  turnOffApp,
  useAuthenticators,
  useReadAgain,
} from "./security";

/** An authenticator app, and the codes for when it is lost. */
export function SecondFactorSection() {
  const { data, error, refetch } = useAuthenticators();
  const confirmed = useConfirmed();
  const readAgain = useReadAgain();
  const { act, problem, busyWith } = useAct();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const isOn = data?.some((each) => each.type === "totp") ?? false;
  const recovery = data?.find((each) => each.type === "recovery_codes");
  const begin = () => act("begin", async () => setSetup(await beginApp()));
  const finish = async () => {
    setSetup(null);
    setCodes(await confirmed(readCodes));
    await readAgain();
  };
  const turnOff = () =>
    act("off", async () => {
      await confirmed(turnOffApp);
      setCodes([]);
      await readAgain();
    });
  return (
    <Section
      title="Second factor"
      description="An app on your phone shows a code that changes every half minute. With it, a password that somebody learned is of no use to them."
      action={data && <Badge color={isOn ? "pine" : "gray"}>{isOn ? "On" : "Off"}</Badge>}
    >
      <Stack>
        <ProblemAlert error={error} retry={refetch} />
        <ProblemAlert error={wasCancelled(problem) ? null : problem} />
        {!data && !error && <Skeleton height={36} width={180} />}
        {data && !isOn && !setup && (
          <Group>
            <Button onClick={begin} loading={busyWith === "begin"}>
              Set up an app
            </Button>
          </Group>
        )}
        {setup && <AppSetup setup={setup} onDone={finish} onCancel={() => setSetup(null)} />}
        {isOn && (
          <Group>
            <Button variant="default" onClick={turnOff} loading={busyWith === "off"}>
              Turn off
            </Button>
          </Group>
        )}
        {recovery && <RecoveryCodes about={recovery} shown={codes} onShown={setCodes} />}
      </Stack>
    </Section>
  );
}
