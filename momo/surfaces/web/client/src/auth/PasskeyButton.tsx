import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { givePasskey, type Outcome } from "./flows";
import { PasskeyDismissed } from "./passkeys";

export function PasskeyButton({
  when,
  onDone,
  onProblem,
}: {
  when: "login" | "authenticate";
  onDone: (outcome: Outcome) => void;
  onProblem: (problem: unknown) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  async function use() {
    setBusy(true);
    onProblem(null);
    try {
      onDone(await givePasskey(when));
    } catch (error) {
      if (!(error instanceof PasskeyDismissed)) onProblem(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      fullWidth
      loading={isBusy}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={use}
    >
      Use a passkey
    </Button>
  );
}
