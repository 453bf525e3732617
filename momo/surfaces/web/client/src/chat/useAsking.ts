import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/client";
import { events } from "../api/sse";
import type { Filters } from "./filters";
import { begun, heard, type Live } from "./live";
import type { Exchange } from "./types";

export interface Asked {
  question: string;
  filters?: Filters;
  /** The exchange that is asked again. */
  again?: Exchange;
}

const LISTS = ["get", "/api/v1/conversations"];

/** A conversation that was only just begun, until it has an address. */
const NEW = "new";

/**
 * Asking, and what is being answered in each conversation. An answer goes on being written while
 * another conversation is looked at; `stop` ends it with what was said until then. `shown` is the
 * conversation that is looked at.
 */
export function useAsking(shown: string | undefined, onBegun: (conversationId: string) => void) {
  const queries = useQueryClient();
  const [lives, setLives] = useState<Record<string, Live>>({});
  const stops = useRef(new Map<string, AbortController>());
  const became = useRef<string>(undefined);

  // Only now: the way to its address takes a moment, in which it is still shown as a new one.
  useEffect(() => {
    if (shown && shown === became.current) setLives(without(NEW));
  }, [shown]);

  const change = (id: string, to: (live: Live) => Live | null) =>
    setLives((all) => {
      const next = all[id] && to(all[id]);
      return next ? { ...all, [id]: next } : without(id)(all);
    });

  async function ask(conversationId: string | undefined, asked: Asked) {
    const stop = new AbortController();
    let id = conversationId ?? NEW;
    const first = begun(asked.question, asked.filters?.as_of ?? null, asked.again?.id);
    setLives((all) => ({ ...all, [conversationId ?? NEW]: first }));
    stops.current.set(id, stop);
    try {
      if (!conversationId) {
        const begunAs = (id = await begin());
        became.current = begunAs;
        setLives((all) => ({ ...all, [begunAs]: first }));
        onBegun(begunAs);
        void queries.invalidateQueries({ queryKey: LISTS });
      }
      stops.current.set(id, stop);
      for await (const event of events(addressOf(id, asked), bodyOf(asked, stop.signal))) {
        change(id, (live) => heard(live, event));
      }
      await refresh(id);
      change(id, () => null);
    } catch (error) {
      await refresh(id);
      change(id, (live) => (stop.signal.aborted ? null : { ...live, error }));
    } finally {
      for (const each of [id, NEW]) {
        if (stops.current.get(each) === stop) stops.current.delete(each);
      }
      // Its address may never have been shown, where somebody went elsewhere meanwhile.
      if (id !== NEW) setLives((all) => (all[NEW] === first ? without(NEW)(all) : all));
    }
  }

  /** What is on its way may have been read before the answer was kept: it is asked for anew. */
  async function refresh(id: string) {
    if (id === NEW) return;
    const params = { path: { conversation_id: id } };
    // The conversation, too: its first question names it.
    const own = [CONVERSATION, EXCHANGES].map((at) => ["get", at, { params }]);
    const all = [LISTS, ...own].map((queryKey) => ({ queryKey }));
    await Promise.all(all.map((each) => queries.cancelQueries(each)));
    await Promise.all(all.map((each) => queries.invalidateQueries(each)));
  }

  return {
    liveOf: (id: string | undefined) => lives[id ?? NEW] ?? null,
    ask,
    stop: (id: string | undefined) => stops.current.get(id ?? NEW)?.abort(),
    dismiss: (id: string | undefined) => change(id ?? NEW, () => null),
  };
}

function without(id: string) {
  return (all: Record<string, Live>) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== id));
}

const CONVERSATION = "/api/v1/conversations/{conversation_id}";
export const EXCHANGES = "/api/v1/conversations/{conversation_id}/exchanges";

async function begin(): Promise<string> {
  const { data } = await api.POST("/api/v1/conversations", { body: { title: "" } });
  if (!data) throw new Error("A conversation was begun and not shown.");
  return data.id;
}

function addressOf(id: string, { again }: Asked): string {
  const at = `/api/v1/conversations/${id}`;
  return again ? `${at}/exchanges/${again.id}/retry` : `${at}/ask`;
}

function bodyOf({ question, filters = {}, again }: Asked, signal: AbortSignal) {
  return { method: "POST" as const, body: again ? {} : { question, filters }, signal };
}
