import type { Schemas } from "../api/client";

export type Citation = Schemas["CitationItem"];
export type Conversation = Schemas["ConversationItem"];
export type Exchange = Schemas["ExchangeItem"];
export type SharedExchange = Schemas["SharedExchangeItem"];
export type Searched = Schemas["SearchedItem"];
export type Fault = Schemas["FaultEnum"];
