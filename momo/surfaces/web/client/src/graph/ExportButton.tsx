import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { filtersOf, type Looking } from "./address";

/** The graph as one HTML file, as filtered. */
export function ExportButton({ looking }: { looking: Looking }) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filtersOf(looking)))
    for (const each of [value].flat()) query.append(name, String(each));
  return (
    <Button
      component="a"
      href={`/api/v1/graph/export?${query}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export
    </Button>
  );
}
