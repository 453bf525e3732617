import { Alert, Button, Group, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { $api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";

/** Whether every entry follows from the one before it, from the first to the last. */
export function Verification() {
  const { data, error, isPending, isFetching, refetch } = $api.useQuery(
    "get",
    "/api/v1/audit/verification",
    {},
    { staleTime: Infinity },
  );
  if (isPending) return <Skeleton height={54} mb="md" aria-label="Checking the log" />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  const { intact, first_broken: broken } = data;
  const Icon = intact ? IconShieldCheck : IconAlertTriangle;
  return (
    <Alert
      mb="md"
      role="status"
      variant="outline"
      color={intact ? "pine" : "red"}
      icon={<Icon size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        {intact
          ? "The log is whole: every entry follows from the one before it."
          : `Entry ${broken} does not follow from the one before it: somebody changed the record.`}
        <Button size="xs" variant="default" loading={isFetching} onClick={() => refetch()}>
          Check again
        </Button>
      </Group>
    </Alert>
  );
}
