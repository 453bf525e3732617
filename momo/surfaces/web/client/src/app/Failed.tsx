import { Button, Container } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { messageOf } from "../api/problem";
import { EmptyState } from "../pieces/EmptyState";
import { NotFound } from "./NotFound";

/** In place of a page that could not be loaded or drawn. */
export function Failed() {
  const error = useRouteError();
  useDocumentTitle("Failed · Momo");
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <Container size="sm" py="xl">
      <EmptyState
        order={1}
        title="This page could not be shown"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        {messageOf(error)}
      </EmptyState>
    </Container>
  );
}
