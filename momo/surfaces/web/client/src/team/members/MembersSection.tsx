import { Skeleton } from "@mantine/core";
import { $api } from "../../api/client";
import { byCursor } from "../../api/pages";
import { MoreButton } from "../../pieces/MoreButton";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { Section } from "../../pieces/Section";
import { MemberRow } from "./MemberRow";

export function MembersSection() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    $api.useInfiniteQuery("get", "/api/v1/members", {}, byCursor);
  const members = data?.pages.flatMap((page) => page.items);
  return (
    <Section
      title="Members"
      description="Owners and admins invite and remove people, and see to sources and settings. Only owners make owners."
    >
      <ProblemAlert error={error} retry={refetch} />
      {!members && !error && <Skeleton height={160} />}
      {members && (
        <Rows label="Members">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </Rows>
      )}
      <MoreButton pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </Section>
  );
}
