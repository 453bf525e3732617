import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { currentPerson, forgetAll } from "../api/session";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useFragment } from "./arriving";
import { BarePage } from "./BarePage";
import { verifyAddress } from "./flows";

/** Where the link in a mail leads. A button, as programs that look through mail open links too. */
export function VerifyAddress() {
  const key = useFragment();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  async function confirm() {
    setBusy(true);
    try {
      await verifyAddress(key);
      forgetAll();
      navigate((await currentPerson()) ? "/" : "/sign-in", { replace: true });
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }
  return (
    <BarePage title="Confirm your address" description="One click, and you can sign in.">
      <Stack>
        <ProblemAlert error={problem} />
        <Button onClick={confirm} loading={isBusy} fullWidth>
          This address is mine
        </Button>
      </Stack>
    </BarePage>
  );
}
