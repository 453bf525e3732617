import { $api, type Schemas } from "../api/client";
import { byCursor } from "../api/pages";
import { useReread } from "../api/useReread";

export type Offer = Schemas["OfferItem"];
export type Source = Schemas["ListedIntegration"];
export type SourceDetail = Schemas["IntegrationDetail"];
export type State = Schemas["HealthItem"]["state"];

const PATH = "/api/v1/integrations";

/** What can be connected; changes when whoever runs Momo sets something. */
export function useOffers() {
  return $api.useQuery("get", "/api/v1/connectors");
}

export function useSources() {
  return $api.useInfiniteQuery("get", PATH, { params: { query: { limit: 100 } } }, byCursor);
}

export function useSource(id: string) {
  return $api.useQuery("get", `${PATH}/{integration_id}`, {
    params: { path: { integration_id: id } },
  });
}

/** Read again what was said of sources: something about them was changed. */
export function useRereadSources() {
  return useReread(PATH);
}
