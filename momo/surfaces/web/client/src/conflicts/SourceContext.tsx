import { Anchor, Modal, Skeleton, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { $api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SourceMark } from "../pieces/SourceMark";
import { QuoteInText } from "../pieces/SourceQuote";

/** Opens what was said around a quote. It is read once it is asked for. */
export function SourceContext({
  memoryId,
  quote,
  about,
}: {
  memoryId: string;
  quote: string;
  about: string;
}) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Anchor component="button" size="sm" onClick={open} aria-label={`Read in context: ${about}`}>
        Read in context
      </Anchor>
      <Modal opened={opened} onClose={close} title="In its context" size="lg">
        {opened && <Texts memoryId={memoryId} quote={quote} />}
      </Modal>
    </>
  );
}

function Texts({ memoryId, quote }: { memoryId: string; quote: string }) {
  const { data, error, isPending } = $api.useQuery("get", "/api/v1/memories/{memory_id}", {
    params: { path: { memory_id: memoryId } },
  });
  if (isPending) return <Skeleton height={160} aria-label="Loading" />;
  if (error) return <ProblemAlert error={error} />;
  if (!data.sources.length) return "It was stated here, not found in a source.";
  return (
    <Stack gap="lg">
      {data.sources.map((source) => (
        <Stack key={source.id} gap={6}>
          <SourceMark source={source.source} place={source.container} />
          <QuoteInText text={source.text} quote={quote} />
        </Stack>
      ))}
    </Stack>
  );
}
