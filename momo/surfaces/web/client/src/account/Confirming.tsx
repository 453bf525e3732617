import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { askSignedIn, NotConfirmed } from "../auth/allauth";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSubmit } from "../pieces/useSubmit";

type Confirm = <T>(deed: () => Promise<T>) => Promise<T>;

const Context = createContext<Confirm>((deed) => deed());

/** Someone closed the question for their password. */
class NotGiven extends Error {}

/** Carries out what needs a password that was given just now; asks for it where it was not. */
export function useConfirmed(): Confirm {
  return useContext(Context);
}

interface Asking {
  given: () => void;
  refused: () => void;
}

export function Confirming({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const confirmed = useCallback<Confirm>(async (deed) => {
    try {
      return await deed();
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error;
    }
    await new Promise<void>((given, refused) =>
      setAsking({ given, refused: () => refused(new NotGiven()) }),
    ).finally(() => setAsking(null));
    return deed();
  }, []);
  return (
    <Context value={confirmed}>
      {children}
      <Modal
        opened={asking !== null}
        onClose={() => asking?.refused()}
        title="Confirm that it is you"
      >
        <PasswordQuestion onGiven={() => asking?.given()} onCancel={() => asking?.refused()} />
      </Modal>
    </Context>
  );
}

/** Whether somebody just changed their mind, which is no error to show. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof NotGiven;
}

function PasswordQuestion({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    await askSignedIn("POST", "auth/reauthenticate", body);
    onGiven();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text fz="sm">This changes how your account is protected.</Text>
        <ProblemAlert error={problem} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
