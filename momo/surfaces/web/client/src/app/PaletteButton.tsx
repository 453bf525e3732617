import { ActionIcon, Kbd, Text, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./PaletteButton.module.css";
import { palette } from "./palette";

export function PaletteButton() {
  return (
    <>
      <UnstyledButton className={classes.button} onClick={palette.open} visibleFrom="sm">
        <IconSearch size={16} aria-hidden />
        <Text size="sm" span>
          Search or jump to
        </Text>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={palette.open}
        hiddenFrom="sm"
        aria-label="Search or jump to"
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
