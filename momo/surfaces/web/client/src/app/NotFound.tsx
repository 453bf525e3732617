import { Button, Container } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { Link } from "react-router";
import { EmptyState } from "../pieces/EmptyState";

export function NotFound() {
  useDocumentTitle("There is no such page · Momo");
  return (
    <Container size="sm" py="xl">
      <EmptyState
        order={1}
        title="There is no such page"
        action={
          <Button component={Link} to="/ask">
            Ask Momo
          </Button>
        }
      >
        The address may be mistyped, or what it led to is gone.
      </EmptyState>
    </Container>
  );
}
