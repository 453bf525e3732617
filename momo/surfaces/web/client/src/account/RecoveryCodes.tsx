import { Button, Group, Stack, Text } from "@mantine/core";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ShownOnce } from "../pieces/ShownOnce";
import { useAct } from "../pieces/useAct";
import { useConfirmed, wasCancelled } from "./Confirming";
import { type Authenticator, renewCodes, useReadAgain } from "./security";

/** How many are left, and new ones. They are shown when they are made, and never again. */
export function RecoveryCodes({
  about,
  shown,
  onShown,
}: {
  about: Authenticator;
  shown: string[];
  onShown: (codes: string[]) => void;
}) {
  const confirmed = useConfirmed();
  const readAgain = useReadAgain();
  const { act, problem, busyWith } = useAct();
  const renew = () =>
    act("renew", async () => {
      onShown(await confirmed(renewCodes));
      await readAgain();
    });
  return (
    <Stack gap="sm">
      <ProblemAlert error={wasCancelled(problem) ? null : problem} />
      {shown.length > 0 && (
        <ShownOnce label="Your recovery codes" secret={shown.join("\n")}>
          Keep them where your phone is not. Each signs you in once, when the app or the passkey is
          lost. They are not shown again.
        </ShownOnce>
      )}
      <Group justify="space-between">
        <Text fz="sm" className="tabular">
          {about.unused_code_count} of {about.total_code_count} recovery codes are left.
        </Text>
        <Button variant="default" size="xs" onClick={renew} loading={busyWith === "renew"}>
          Make new codes
        </Button>
      </Group>
    </Stack>
  );
}
