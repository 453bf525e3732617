import { Box, Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { $api } from "../../api/client";
import { ApiProblem } from "../../api/problem";
import { PageHeader } from "../../pieces/PageHeader";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Fields } from "./Fields";
import { bodyOf, EMPTY, type Values } from "./values";

/** State a decision that no source tells of. */
export function Component() {
  const [address] = useSearchParams();
  const form = useForm<Values>({ initialValues: { ...EMPTY, title: address.get("title") ?? "" } });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const making = $api.useMutation("post", "/api/v1/decisions", {
    onSuccess: (made) => {
      queries.invalidateQueries();
      navigate(`/decisions/${made.id}`);
    },
    onError: (error: unknown) => {
      if (error instanceof ApiProblem) form.setErrors(error.fields);
    },
  });
  return (
    <Box maw={760}>
      <PageHeader
        title="New decision"
        back={{ to: "/decisions", label: "All decisions" }}
        description="For what was decided where Momo does not listen."
      />
      <form onSubmit={form.onSubmit((values) => making.mutate({ body: bodyOf(values) }))}>
        <Stack>
          <ProblemAlert error={making.error} />
          <Fields form={form} />
          <Group justify="flex-end">
            <Button variant="default" component={Link} to="/decisions">
              Cancel
            </Button>
            <Button type="submit" loading={making.isPending}>
              Keep it
            </Button>
          </Group>
        </Stack>
      </form>
    </Box>
  );
}
