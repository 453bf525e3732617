import { useLocalStorage } from "@mantine/hooks";

/** Whether the tour was put aside, in this browser and for this team. */
export function useDismissed(team: string) {
  const [value, setValue] = useLocalStorage({
    key: `momo:tour-dismissed:${team}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { isDismissed: value, dismiss: () => setValue(true) };
}
