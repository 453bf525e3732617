import { Stack, Text } from "@mantine/core";
import { PageHeader } from "../pieces/PageHeader";
import { Section } from "../pieces/Section";
import { ImportDrop } from "./ImportDrop";
import { useFileKinds } from "./kinds";
import { Parked } from "./Parked";
import { RecentRuns } from "./RecentRuns";

/** Bringing in what is in files. */
export function ImportPage() {
  return (
    <>
      <PageHeader
        title="Import"
        description="Bring in what was said before. Importing the same again changes nothing, so it is safe to repeat."
      />
      <Stack gap="xl">
        <ImportDrop />
        <Kinds />
        <Parked />
        <Section title="Recent imports and syncs">
          <RecentRuns />
        </Section>
      </Stack>
    </>
  );
}

function Kinds() {
  const kinds = useFileKinds();
  if (!kinds.length) return null;
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: "pointer" }}>
        What can be imported, and where to get it
      </Text>
      <Stack component="dl" gap="xs" mt="sm" ml="md" mb={0}>
        {kinds.map((kind) => (
          <div key={kind.kind}>
            <Text component="dt" size="sm" fw={600}>
              {kind.title}
            </Text>
            <Text component="dd" size="sm" c="dimmed" m={0}>
              {kind.description}
            </Text>
          </div>
        ))}
      </Stack>
    </details>
  );
}
