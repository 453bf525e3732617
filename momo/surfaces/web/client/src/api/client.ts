import createClient, { type Middleware } from "openapi-fetch";
import createHooks from "openapi-react-query";
import { problemOf } from "./problem";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The cookie whose value a write of a signed-in person sends back. */
export function csrfToken(): string {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
}

const protectedWrites: Middleware = {
  onRequest({ request }) {
    if (!SAFE.has(request.method)) request.headers.set("X-CSRFToken", csrfToken());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
    return response;
  },
};

/** The REST API, typed by its OpenAPI description. Every refusal is thrown as an ApiProblem. */
export const api = createClient<paths>({
  baseUrl: "/",
  credentials: "same-origin",
  // Lists repeat a parameter for each value: ?tag=a&tag=b
  querySerializer: { array: { style: "form", explode: true } },
  fetch: (request) => globalThis.fetch(request),
});
api.use(protectedWrites);

/** The same as hooks: `$api.useQuery("get", "/api/v1/...", {...})`. */
export const $api = createHooks(api);
