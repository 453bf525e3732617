import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../api/session";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { LeaveSection } from "./LeaveSection";
import { NameSection } from "./NameSection";
import { theTeam } from "./reading";

export function GeneralTab() {
  const me = useMe();
  const { data, error, refetch } = useQuery(theTeam(me.team?.id ?? ""));
  return (
    <>
      <ProblemAlert error={error} retry={refetch} />
      {!data && !error && <Skeleton height={260} />}
      {data && <NameSection team={data} />}
      <LeaveSection />
    </>
  );
}
