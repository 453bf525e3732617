import { ActionIcon, Group, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { $api } from "../api/client";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { DigestArticle } from "./DigestArticle";
import { nextToldOn, PERIODS } from "./periods";

const READERS = [
  { value: "me", label: "For me" },
  { value: "team", label: "For the team" },
] as const;

/** A digest of any period, put together as it is read. */
export function DigestReader() {
  const [query, setQuery] = useSearchParams();
  const period = PERIODS.find((each) => each.value === query.get("period"))?.value ?? "week";
  const reader = query.get("reader") === "team" ? "team" : "me";
  const before = query.get("before") ?? undefined;
  const { data, error, isPending, isPlaceholderData, refetch } = $api.useQuery(
    "get",
    "/api/v1/digests/preview",
    { params: { query: { period, reader, before } } },
    { placeholderData: keepPreviousData },
  );
  const go = (to: { period?: string; reader?: string; before?: string | null }) => {
    const wanted = { period, reader, before, ...to };
    const { before: day, ...rest } = wanted;
    setQuery({ ...rest, ...(day ? { before: day } : {}) });
  };
  const next = data && nextToldOn(period, data.last_day);
  return (
    <>
      <Group mb="lg" gap="sm">
        <SegmentedControl
          aria-label="Period"
          data={PERIODS}
          value={period}
          onChange={(value) => go({ period: value, before: null })}
        />
        <SegmentedControl
          aria-label="Whose"
          data={[...READERS]}
          value={reader}
          onChange={(value) => go({ reader: value })}
        />
        <Group gap={4}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`The ${period} before`}
            disabled={!data}
            onClick={() => data && go({ before: data.first_day })}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`The ${period} after`}
            disabled={!next}
            onClick={() => next && go({ before: next })}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {isPending && <PageSkeleton rows={5} />}
      <ProblemAlert error={error} retry={() => refetch()} />
      {data && <DigestArticle digest={data} stale={isPlaceholderData} />}
    </>
  );
}
