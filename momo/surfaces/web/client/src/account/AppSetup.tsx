import { Box, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { QRCodeSVG } from "qrcode.react";
import { FormButtons } from "../pieces/FormButtons";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSubmit } from "../pieces/useSubmit";
import { useConfirmed, wasCancelled } from "./Confirming";
import { type Setup, turnOnApp } from "./security";

const PICTURE = 176; // pixels; a phone reads it at arm's length

/** Two steps: the app learns the secret, and its first code proves it. */
export function AppSetup({
  setup,
  onDone,
  onCancel,
}: {
  setup: Setup;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const confirmed = useConfirmed();
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const { submit, problem, isBusy } = useSubmit(form, async ({ code }) => {
    await confirmed(() => turnOnApp(code));
    await onDone();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="lg">
        <Box p={8} bg="white" style={{ borderRadius: 8, lineHeight: 0 }}>
          <QRCodeSVG value={setup.totp_url} size={PICTURE} title="Code to scan with your app" />
        </Box>
        <Stack flex="1 1 240px" gap="sm">
          <Text fz="sm">Scan this with your authenticator app, or type in:</Text>
          <Code block style={{ whiteSpace: "pre-wrap", wordBreak: "break-all" }}>
            {setup.secret.match(/.{1,4}/g)?.join(" ")}
          </Code>
          <ProblemAlert error={wasCancelled(problem) ? null : problem} />
          <TextInput
            label="Code that the app shows"
            autoComplete="one-time-code"
            inputMode="numeric"
            key={form.key("code")}
            {...form.getInputProps("code")}
          />
          <FormButtons loading={isBusy} onCancel={onCancel}>
            Turn on
          </FormButtons>
        </Stack>
      </Group>
    </form>
  );
}
