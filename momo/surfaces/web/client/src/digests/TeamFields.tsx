import { PasswordInput, TagsInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Values } from "./subscriptionValues";

/** Where a team's digest goes. */
export function TeamFields({
  form,
  hasChannel,
}: {
  form: UseFormReturnType<Values>;
  hasChannel: boolean;
}) {
  return (
    <>
      <TagsInput
        label="Mail addresses"
        description="Enter adds one."
        {...form.getInputProps("addresses")}
      />
      <PasswordInput
        label="Slack channel"
        description={
          hasChannel
            ? "One is set. Enter another incoming webhook to replace it."
            : "A channel's incoming webhook. It is kept sealed, and never shown again."
        }
        autoComplete="off"
        {...form.getInputProps("slack_webhook")}
      />
    </>
  );
}
