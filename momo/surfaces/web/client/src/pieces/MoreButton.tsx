import { Button, Center } from "@mantine/core";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The way to the next page of a list; nothing where there is none. */
export function MoreButton({ pages, what = "Show more" }: { pages: Pages; what?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <Center py="md">
      <Button
        variant="default"
        size="xs"
        loading={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {what}
      </Button>
    </Center>
  );
}
