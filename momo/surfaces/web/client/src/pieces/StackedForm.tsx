import { Stack, type StackProps } from "@mantine/core";
import type { ComponentProps } from "react";
import { ProblemAlert } from "./ProblemAlert";

/** A form with its fields below each other, and on top of them what is wrong with it as a whole. */
export function StackedForm({
  onSubmit,
  problem,
  ...stack
}: {
  onSubmit: ComponentProps<"form">["onSubmit"];
  problem: unknown;
} & Pick<StackProps, "gap" | "children">) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap={stack.gap}>
        <ProblemAlert error={problem} />
        {stack.children}
      </Stack>
    </form>
  );
}
