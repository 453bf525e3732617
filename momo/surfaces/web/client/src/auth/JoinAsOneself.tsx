import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useMe } from "../api/session";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useArrive } from "./arriving";
import { BarePage } from "./BarePage";
import { acceptInvitation } from "./invitation";
import { signOut } from "./signOut";

/** An invitation, opened by somebody who is signed in: for them, or for another address. */
export function JoinAsOneself({
  title,
  email,
  token,
}: {
  title: string;
  email: string;
  token: string;
}) {
  const me = useMe();
  const { arrive } = useArrive();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  async function join() {
    setBusy(true);
    try {
      await acceptInvitation(token);
      arrive("/");
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }
  const isTheirs = me.email === email;
  return (
    <BarePage title={title} description={`The invitation is for ${email}.`}>
      <Stack>
        <ProblemAlert error={problem} />
        {isTheirs ? (
          <Button onClick={join} loading={isBusy} fullWidth>
            Join
          </Button>
        ) : (
          <>
            <Text>
              You are signed in as {me.email}. Sign out, then open the link in the mail again.
            </Text>
            <Button variant="default" onClick={signOut} fullWidth>
              Sign out
            </Button>
          </>
        )}
      </Stack>
    </BarePage>
  );
}
