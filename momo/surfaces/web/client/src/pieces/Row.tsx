import { Box, Button, type ButtonProps, Group } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Row.module.css";

/** One of a list: what it is on the left, what one can do with it on the right; below, on a phone. */
export function Row({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Group component="li" className={classes.row} justify="space-between" gap="sm">
      <Box flex="1 1 240px" miw={0}>
        {children}
      </Box>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}

/** One of the things that one can do with it. */
export function RowButton(props: ButtonProps & { onClick: () => void; "aria-label": string }) {
  return <Button size="xs" variant="default" {...props} />;
}

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}
