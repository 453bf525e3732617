import { useMediaQuery } from "@mantine/hooks";
import { useRef } from "react";
import { useNavigate, useParams } from "react-router";
import { $api } from "../api/client";
import { ChatHeader } from "./ChatHeader";
import classes from "./chat.module.css";
import { Composer } from "./Composer";
import { ConversationList } from "./ConversationList";
import { ALL_THREE, LISTED } from "./layout";
import { SourceAside } from "./SourceAside";
import { Thread } from "./Thread";
import { type Asked, useAsking } from "./useAsking";
import { useExchanges } from "./useExchanges";
import { useSource } from "./useSource";
import { Welcome } from "./Welcome";

/** Asking, following up, and reading what answers rest on. */
export function ChatPage() {
  const { conversationId } = useParams();
  const navigate = useNavigate();
  const asking = useAsking(conversationId, (id) => navigate(`/ask/${id}`, { replace: true }));
  const said = useExchanges(conversationId);
  const { source, open, close } = useSource();
  const asked = useRef<Asked | null>(null);
  const listed = useMediaQuery(source ? ALL_THREE : LISTED, true, {
    getInitialValueInEffect: false,
  });
  const conversation = useConversation(conversationId);
  const live = asking.liveOf(conversationId);

  function ask(next: Asked) {
    asked.current = next;
    void asking.ask(conversationId, next);
  }

  /** In the place of the exchange that failed, where it got as far as that. */
  function retry() {
    const last = said.exchanges.at(-1);
    const failed = last?.state === "failed" ? { again: last } : {};
    if (asked.current) ask({ ...asked.current, ...failed });
  }

  return (
    <div
      className={classes.page}
      data-list={listed || undefined}
      data-panel={source ? true : undefined}
    >
      {listed && (
        <aside className={classes.side} data-at="start" aria-label="Conversations">
          <ConversationList current={conversationId} />
        </aside>
      )}
      <section className={classes.middle} aria-label="Conversation">
        <ChatHeader conversation={conversation} listed={Boolean(listed)} />
        {!conversationId && !live ? (
          <Welcome onAsk={(question) => ask({ question })} />
        ) : (
          <Thread
            key={conversationId}
            said={said}
            live={live}
            current={source}
            onCite={(cited) => open(cited.memory_id)}
            onRetry={(again) => ask({ question: again.question, filters: again.filters, again })}
            onRetryLive={retry}
          />
        )}
        <Composer
          busy={Boolean(live && !live.error)}
          followUp={said.exchanges.length > 0}
          onAsk={ask}
          onStop={() => asking.stop(conversationId)}
        />
      </section>
      <SourceAside memoryId={source} onClose={close} />
    </div>
  );
}

function useConversation(id: string | undefined) {
  const { data } = $api.useQuery(
    "get",
    "/api/v1/conversations/{conversation_id}",
    { params: { path: { conversation_id: id ?? "" } } },
    { enabled: Boolean(id) },
  );
  return id ? data : undefined;
}
