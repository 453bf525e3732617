import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { canUsePasskeys, PasskeyDismissed } from "../auth/passkeys";
import { Section } from "../pieces/Section";
import { ShownOnce } from "../pieces/ShownOnce";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";
import { useConfirmed, wasCancelled } from "./Confirming";
import { PasskeyRow } from "./PasskeyRow";
import { addPasskey, readCodes, useAuthenticators, useReadAgain } from "./security";

/** Passkeys: a fingerprint, a face or a key instead of the password. */
export function PasskeysSection() {
  const { data } = useAuthenticators();
  const [codes, setCodes] = useState<string[]>([]);
  const passkeys = data?.filter((each) => each.type === "webauthn") ?? [];
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, your face, or a security key: nothing to remember, and nothing that can be guessed."
    >
      <Stack>
        {!data && <Skeleton height={36} />}
        {data && passkeys.length === 0 && <Text fz="sm">You have none yet.</Text>}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {codes.length > 0 && (
          <ShownOnce label="Your recovery codes" secret={codes.join("\n")}>
            Each signs you in once, when the passkey is lost. They are not shown again.
          </ShownOnce>
        )}
        {canUsePasskeys() ? <AddPasskey onCodes={setCodes} /> : <WhyNone />}
      </Stack>
    </Section>
  );
}

function WhyNone() {
  const isAddress = /^[\d.]+$/.test(window.location.hostname);
  return (
    <Text fz="sm" c="dimmed">
      {isAddress
        ? `Browsers have passkeys for names only: open Momo at http://localhost:${window.location.port}/account to add one.`
        : "Browsers have passkeys over HTTPS only."}
    </Text>
  );
}

function AddPasskey({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const confirmed = useConfirmed();
  const readAgain = useReadAgain();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ name }) => {
    const hasCodes = await confirmed(() => addPasskey(name));
    if (hasCodes) onCodes(await readCodes());
    form.reset();
    await readAgain();
  });
  const isNoError = wasCancelled(problem) || problem instanceof PasskeyDismissed;
  return (
    <StackedForm onSubmit={submit} problem={isNoError ? null : problem} gap="sm">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name of a new passkey"
          placeholder="Such as: Laptop"
          maxLength={100}
          flex="1 1 200px"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          Add a passkey
        </Button>
      </Group>
    </StackedForm>
  );
}
