import { Center } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { MoreButton } from "../pieces/MoreButton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { AnswerActions } from "./AnswerActions";
import classes from "./chat.module.css";
import { ExchangeView } from "./ExchangeView";
import { type Live, shownBeside } from "./live";
import { LiveExchange } from "./LiveExchange";
import type { Citation, Exchange } from "./types";
import type { useExchanges } from "./useExchanges";

interface Props {
  said: ReturnType<typeof useExchanges>;
  live: Live | null;
  current: string | null;
  onCite: (cited: Citation) => void;
  onRetry: (exchange: Exchange) => void;
  onRetryLive: () => void;
}

/** What was said, the latest at the end, and what is being answered. */
export function Thread({ said, live, current, onCite, onRetry, onRetryLive }: Props) {
  const { pages, exchanges } = said;
  const shown = shownBeside(exchanges, live);
  const scroll = useStickToEnd(Boolean(live));
  return (
    <div className={classes.scroll} ref={scroll}>
      <div className={classes.column}>
        {pages.isLoading && !live && <PageSkeleton rows={3} />}
        <ProblemAlert error={pages.error} retry={() => pages.refetch()} />
        <Center>
          <MoreButton pages={pages} what="Show earlier" />
        </Center>
        {shown.map((exchange) => (
          <ExchangeView key={exchange.id} exchange={exchange} current={current} onCite={onCite}>
            <AnswerActions
              exchange={exchange}
              busy={Boolean(live)}
              onRetry={() => onRetry(exchange)}
            />
          </ExchangeView>
        ))}
        {live && (
          <LiveExchange live={live} current={current} onCite={onCite} onRetry={onRetryLive} />
        )}
      </div>
    </div>
  );
}

const NEAR_PX = 120; // from the end, within which whoever reads is following

/** Follows what is being written while one is at its end, and leaves alone who scrolled up. */
function useStickToEnd(asking: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const note = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    const follow = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", note, { passive: true });
    if (element.firstElementChild) follow.observe(element.firstElementChild);
    return () => {
      element.removeEventListener("scroll", note);
      follow.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    if (asking) follows.current = true;
  }, [asking]);
  return box;
}
