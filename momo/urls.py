"""All addresses."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from momo.platform.rest.pages import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="rest/docs.html"),
        name="docs",
    ),
    path("_allauth/", include("momo.platform.accounts.sign_in.urls")),
    path("api/v1/", include("momo.platform.accounts.api")),
    path("api/v1/", include("momo.platform.audit.api")),
    path("api/v1/", include("momo.platform.ai.api")),
    path("api/v1/", include("momo.platform.ai.standing_api")),
    path("api/v1/", include("connectors.api.pipeline")),
    path("api/v1/", include("connectors.api.runs")),
    path("api/v1/", include("connectors.live.api.connecting")),
    path("api/v1/", include("connectors.live.api.managing")),
    path("api/v1/", include("decisions.api.ratification")),
    path("api/v1/", include("decisions.listing.api")),
    path("api/v1/", include("decisions.listing.bulk_api")),
    path("api/v1/", include("decisions.export.api")),
    path("api/v1/", include("decisions.api.standing")),
    path("api/v1/", include("decisions.api.memories")),
    path("api/v1/", include("decisions.entities.api")),
    path("api/v1/", include("decisions.api.extraction")),
    path("api/v1/", include("decisions.api.unreconciled")),
    path("api/v1/", include("retrieval.api.search")),
    path("api/v1/", include("retrieval.conversations.api")),
    path("api/v1/", include("retrieval.conversations.shared_api")),
    path("api/v1/", include("retrieval.api.graph")),
    path("api/v1/", include("retrieval.api.settings")),
    path("api/v1/", include("retrieval.api.preview")),
    path("api/v1/", include("lifecycle.api.inbox")),
    path("api/v1/", include("lifecycle.api.thresholds")),
    path("api/v1/", include("lifecycle.api.conflicts")),
    path("api/v1/", include("lifecycle.api.recurring")),
    path("api/v1/", include("lifecycle.digests.api")),
    path("api/v1/", include("lifecycle.commitments.api")),
    path("api/v1/", include("lifecycle.dashboard.api")),
    path("api/v1/", include("lifecycle.hooks.api")),
    path("api/v1/", include("lifecycle.retention.api")),
    path("api/v1/", include("lifecycle.retention.disconnect_api")),
    path("api/v1/", include("momo.surfaces.graph.api")),
    path("api/v1/", include("momo.surfaces.demo.api")),
    path("", include("momo.surfaces.web.urls")),  # last: it answers all that is left
]
handler400 = "momo.platform.rest.pages.bad_request"
handler403 = "momo.platform.rest.pages.forbidden"
handler404 = "momo.platform.rest.pages.not_found"
handler500 = "momo.platform.rest.pages.failed"
