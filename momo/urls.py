"""All addresses."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from momo.platform.rest.pages import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("api/v1/", include("momo.platform.accounts.api")),
    path("api/v1/", include("momo.platform.audit.api")),
    path("api/v1/", include("momo.platform.ai.api")),
    path("api/v1/", include("connectors.api")),
    path("api/v1/", include("connectors.live.api")),
    path("api/v1/", include("connectors.live.managing_api")),
    path("api/v1/", include("decisions.api_ratification")),
    path("api/v1/", include("decisions.api")),
    path("api/v1/", include("decisions.entities.api")),
    path("api/v1/", include("decisions.api_extraction")),
    path("api/v1/", include("decisions.api_unreconciled")),
    path("api/v1/", include("retrieval.api")),
    path("api/v1/", include("retrieval.graph_api")),
    path("api/v1/", include("retrieval.settings_api")),
    path("api/v1/", include("lifecycle.api")),
    path("api/v1/", include("lifecycle.api_recurring")),
    path("api/v1/", include("lifecycle.digests.api")),
    path("api/v1/", include("lifecycle.commitments.api")),
    path("api/v1/", include("lifecycle.retention.api")),
    path("api/v1/", include("lifecycle.retention.disconnect_api")),
]
handler400 = "momo.platform.rest.pages.bad_request"
handler403 = "momo.platform.rest.pages.forbidden"
handler404 = "momo.platform.rest.pages.not_found"
handler500 = "momo.platform.rest.pages.failed"
