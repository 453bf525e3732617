import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** While a page comes: of about its shape, so that nothing jumps. */
export function PageSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="md" aria-busy>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={34} width={220} mb="sm" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={56} />
      ))}
    </Stack>
  );
}
