import { Button, Popover, Skeleton } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { Filters } from "./filters";

const FilterFields = lazy(() => import("./FilterFields"));

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Narrows what an answer may rest on. */
export function FilterMenu({ filters, onChange }: Props) {
  const count = Object.keys(filters).filter((name) => name !== "as_of").length;
  return (
    <Popover position="top-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          fw={500}
          variant={count ? "light" : "subtle"}
          color={count ? "pine" : "gray"}
          leftSection={<IconFilter size={15} />}
          aria-haspopup="dialog"
        >
          {count ? `${count} ${count === 1 ? "filter" : "filters"}` : "Filters"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Suspense fallback={<Skeleton height={364} />}>
          <FilterFields filters={filters} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
