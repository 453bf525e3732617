import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { $api } from "../api/client";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ProviderCard } from "./ProviderCard";

/** Which models serve the team, whether they answer, and how fast. */
export function Providers() {
  const { data, error, isPending, refetch } = $api.useQuery("get", "/api/v1/settings/providers");
  const client = useQueryClient();
  const trial = $api.useMutation("post", "/api/v1/settings/providers/test", {
    onSettled: () => client.invalidateQueries({ queryKey: ["get", "/api/v1/settings/providers"] }),
  });
  if (isPending) return <PageSkeleton rows={2} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw="70ch">
        Whoever runs this server chooses the models. Their keys are never shown. Failures are those
        that this server's web process has seen; its workers keep count of their own.
      </Text>
      {data.items.map((provider) => (
        <ProviderCard
          key={provider.purpose}
          provider={provider}
          currency={data.currency}
          trial={trial.data?.items.find((each) => each.purpose === provider.purpose)}
        />
      ))}
      <ProblemAlert error={trial.error} />
      <div>
        <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate({})}>
          Test both
        </Button>
      </div>
    </Stack>
  );
}
