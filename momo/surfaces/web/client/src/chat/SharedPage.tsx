import { useParams } from "react-router";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { ApiProblem } from "../api/problem";
import { EmptyState } from "../pieces/EmptyState";
import { MoreButton } from "../pieces/MoreButton";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { When } from "../pieces/When";
import classes from "./chat.module.css";
import { titleOf } from "./titles";
import { ExchangeView } from "./ExchangeView";
import { SourceAside } from "./SourceAside";
import { useSource } from "./useSource";

const AT = "/api/v1/shared-conversations/{link}";

/** A conversation that a teammate shares, as far as the reader may see what it rests on. */
export function SharedPage() {
  const { link = "" } = useParams();
  const params = { path: { link } };
  const { data, error, refetch } = $api.useQuery("get", AT, { params });
  const { source, open, close } = useSource();
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState order={1} title="This link leads nowhere">
        It was closed, or leads to something you cannot see. Ask whoever gave it to you.
      </EmptyState>
    );
  }
  if (error) {
    return (
      <>
        <PageHeader title="Shared conversation" />
        <ProblemAlert error={error} retry={() => refetch()} />
      </>
    );
  }
  if (!data) return <PageSkeleton />;
  return (
    <div className={classes.page} data-panel={source ? true : undefined}>
      <section className={classes.scroll} aria-label="Conversation">
        <div className={classes.column}>
          <PageHeader
            title={titleOf(data)}
            description={
              <>
                Shared <When at={data.shared_at} />. You are told what you may see yourself.
              </>
            }
          />
          <SharedExchanges link={link} current={source} onCite={open} />
        </div>
      </section>
      <SourceAside memoryId={source} onClose={close} />
    </div>
  );
}

interface Props {
  link: string;
  current: string | null;
  onCite: (memoryId: string) => void;
}

function SharedExchanges({ link, current, onCite }: Props) {
  const pages = $api.useInfiniteQuery(
    "get",
    `${AT}/exchanges`,
    { params: { path: { link } } },
    byCursor,
  );
  const exchanges = pages.data?.pages.flatMap((page) => page.items).reverse() ?? [];
  return (
    <>
      {pages.isPending && <PageSkeleton rows={3} />}
      <ProblemAlert error={pages.error} retry={() => pages.refetch()} />
      <MoreButton pages={pages} what="Show earlier" />
      {exchanges.map((exchange) => (
        <ExchangeView
          key={exchange.id}
          exchange={exchange}
          current={current}
          onCite={(cited) => onCite(cited.memory_id)}
        />
      ))}
    </>
  );
}
