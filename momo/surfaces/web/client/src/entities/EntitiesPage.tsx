import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { SearchBox } from "../pieces/SearchBox";
import { EmptyState } from "../pieces/EmptyState";
import { InertText } from "../pieces/InertText";
import { PageHeader } from "../pieces/PageHeader";
import { ProblemAlert } from "../pieces/ProblemAlert";
import classes from "./entities.module.css";
import { type EntityType, LISTED, TYPES } from "./words";

const PAGE = 50;

/** Who and what decisions name. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const [q, type] = [address.get("q") ?? "", address.get("type") ?? ""];
  const change = (changes: Record<string, string>) => {
    const wanted = Object.entries({ q, type, ...changes }).filter(([, value]) => value);
    setAddress(new URLSearchParams(wanted), { replace: true });
  };
  return (
    <>
      <PageHeader title="People and things" description="Who and what your team's decisions name.">
        <SuggestionsButton />
      </PageHeader>
      <Stack gap="sm">
        <Group gap="sm">
          <SearchBox
            label="Search people and things"
            value={q}
            onChange={(words) => change({ q: words })}
          />
        </Group>
        <SegmentedControl
          className={classes.types}
          aria-label="Kind"
          value={type}
          onChange={(value) => change({ type: value })}
          data={[
            { value: "", label: "All" },
            ...LISTED.map((each) => ({ value: each, label: TYPES[each].many })),
          ]}
        />
        <Found q={q} type={type} />
      </Stack>
    </>
  );
}

function SuggestionsButton() {
  const isShown = useDocumentVisibility() === "visible";
  const { data } = $api.useQuery(
    "get",
    "/api/v1/entities/suggestions",
    { params: { query: { limit: 100 } } },
    { enabled: isShown },
  );
  const count = data?.items.length ?? 0;
  return (
    <Button component={Link} to="/entities/suggestions" variant="default">
      Same or not?{count > 0 && ` (${count}${data?.next ? "+" : ""})`}
    </Button>
  );
}

function Found({ q, type }: { q: string; type: string }) {
  const found = $api.useInfiniteQuery(
    "get",
    "/api/v1/entities",
    {
      params: {
        query: {
          limit: PAGE,
          ...(q && { q }),
          ...(type && { type: type as Exclude<EntityType, "thread"> }),
        },
      },
    },
    {
      ...byCursor,
      placeholderData: keepPreviousData,
    },
  );
  if (found.error) return <ProblemAlert error={found.error} retry={found.refetch} />;
  if (found.isPending) return <Skeleton height={420} />;
  const entities = found.data.pages.flatMap((page) => page.items);
  if (!entities.length)
    return (
      <EmptyState title="Nobody and nothing by that name">
        What a decision names shows up here by itself.
      </EmptyState>
    );
  return (
    <>
      <ul className={classes.list}>
        {entities.map((entity) => (
          <EntityLine key={entity.id} entity={entity} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function EntityLine({ entity }: { entity: Schemas["EntityItem"] }) {
  const { one, icon: Icon } = TYPES[entity.type];
  const also = [...entity.emails, ...entity.handles.map((handle) => `@${handle}`)];
  return (
    <li className={classes.line}>
      <Icon size={18} stroke={1.6} aria-label={one} />
      <div>
        <Anchor component={Link} to={`/entities/${entity.id}`} fw={600}>
          <InertText>{entity.name}</InertText>
        </Anchor>
        {also.length > 0 && (
          <Text size="sm" c="dimmed">
            <InertText>{also.join(", ")}</InertText>
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className="tabular">
        {entity.memories} {entity.memories === 1 ? "mention" : "mentions"}
      </Text>
    </li>
  );
}
