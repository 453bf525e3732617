"""Settings. The only module that reads the environment; docs/settings.md lists every variable."""

import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import dj_database_url
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from momo.platform.accounts.sign_in.rates import sign_in_rates
from momo.platform.ai.config import AIConfig
from momo.platform.ai.prices import Price, read_prices
from momo.platform.embedded import celery_broker_url, resolve_urls
from momo.platform.vault.envelope import MasterKeys

CHECKOUT = Path(__file__).resolve().parent.parent
WEB_BUILT = CHECKOUT / "momo" / "surfaces" / "web" / "built"  # by `make web`


def _flag(name: str, default: str) -> bool:
    return os.environ.get(name, default).lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str) -> list[str]:
    return [word for word in os.environ.get(name, default).replace(",", " ").split() if word]


def _secret(name: str, file_name: str, make: str) -> str:
    """A secret from the environment or, on one's own machine, made once and kept in a file."""
    if value := os.environ.get(name):
        return value
    if PRODUCTION:
        raise ImproperlyConfigured(f"Set {name}: with MOMO_PRODUCTION=1 no secret is made for you.")
    path = DATA_DIR / file_name
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        # Linked into place whole: of several processes that start at once, all read the one key.
        with NamedTemporaryFile("w", dir=DATA_DIR) as fresh:
            fresh.write(make)
            fresh.flush()
            with suppress(FileExistsError):
                path.hardlink_to(fresh.name)
    return path.read_text()


def _prices(name: str) -> dict[str, Price]:
    try:
        return read_prices(json.loads(os.environ.get(name) or "{}"))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no table of prices: {error}.") from None


def _apps(played: Path) -> dict[str, str]:
    """The variables of the sources' apps, by name."""
    named = {name: value for name, value in os.environ.items() if name.startswith("MOMO_APP_")}
    if PRODUCTION or not played.exists():
        return named
    return {**json.loads(played.read_text()), **named}


PRODUCTION = _flag("MOMO_PRODUCTION", "0")
DEBUG = False
DATA_DIR = Path(os.environ.get("MOMO_DATA_DIR", CHECKOUT / "data"))
SECRET_KEY = _secret("MOMO_SECRET_KEY", "secret.key", secrets.token_urlsafe(50))
MOMO_MASTER_KEYS = MasterKeys.parse(
    _secret("MOMO_MASTER_KEYS", "master.keys", MasterKeys.generate("local"))
)
ALLOWED_HOSTS = _words("MOMO_ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = _words("MOMO_TRUSTED_ORIGINS", "")

# --- Databases: `default` serves, as a role that row-level security binds; `owner` migrates. ---
URLS = resolve_urls(os.environ, DATA_DIR)


# Only what asks for it is prepared; None turns that off, too.
_PREPARE = 2**31 if _flag("MOMO_PREPARED_STATEMENTS", "1") else None


def _database(url: str) -> dict[str, object]:
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    return parsed | {
        "OPTIONS": {**parsed.get("OPTIONS", {}), "prepare_threshold": _PREPARE},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # A transaction-pooling proxy may hand the next statement to another backend.
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }


DATABASES = {"default": _database(URLS.database_url)}
if URLS.owner_database_url:
    DATABASES["owner"] = _database(URLS.owner_database_url)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Applications ---
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "momo.platform.tenancy",
    "momo.platform.accounts",  # before allauth: the texts of its mails are ours
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.headless",
    "momo.platform.vault",
    "momo.platform.ai",
    "momo.platform.audit",
    "momo.platform.rest",
    "connectors",
    "decisions",
    "retrieval",
    "lifecycle",
    "momo.surfaces.web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # around all that answers, static files too
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "momo.platform.accounts.sign_in.unreadable.RefuseUnreadable",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "momo.urls"
ASGI_APPLICATION = "momo.asgi.application"
TEMPLATES = [
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "DIRS": []}
]
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns where it is missing
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
# What Vite built is named by its content.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/web/assets/.+-[\w-]{8}\.\w+$"
STATICFILES_DIRS = [("web", WEB_BUILT)] if WEB_BUILT.is_dir() else []
USE_TZ = True
TIME_ZONE = "UTC"
APPEND_SLASH = False

# --- Sign-in ---
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
MOMO_OPEN_SIGN_UP = _flag("MOMO_OPEN_SIGN_UP", "0" if PRODUCTION else "1")
MOMO_VERIFY_ADDRESSES = _flag("MOMO_VERIFY_ADDRESSES", "1" if PRODUCTION else "0")
MOMO_PUBLIC_URL = os.environ.get("MOMO_PUBLIC_URL", "").rstrip("/")
if PRODUCTION and "*" in ALLOWED_HOSTS and not MOMO_PUBLIC_URL:
    # Whoever asks for somebody's new password would choose the host of the link in the mail.
    raise ImproperlyConfigured("Set MOMO_PUBLIC_URL, or name the hosts in MOMO_ALLOWED_HOSTS.")
_RATE_SIGN_IN = os.environ.get("MOMO_RATE_SIGN_IN", "10/min")

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
SESSION_SERIALIZER = "momo.platform.vault.sessions.SealedSerializer"
CSRF_FAILURE_VIEW = "momo.platform.rest.pages.without_csrf_token"
HEADLESS_ONLY = True
HEADLESS_CLIENTS = ("browser",)
# What is secret stands behind the #, which no browser sends and no server logs.
HEADLESS_FRONTEND_URLS = {
    "account_signup": f"{MOMO_PUBLIC_URL}/sign-up",
    "account_confirm_email": f"{MOMO_PUBLIC_URL}/verify-address#{{key}}",
    "account_reset_password": f"{MOMO_PUBLIC_URL}/forgot-password",
    "account_reset_password_from_key": f"{MOMO_PUBLIC_URL}/reset-password#{{key}}",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if _flag("MOMO_BEHIND_PROXY", "0") else 0
ACCOUNT_ADAPTER = "momo.platform.accounts.sign_in.adapters.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "momo.platform.accounts.sign_in.sign_up.SignUpForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "momo.platform.accounts.sign_in.adapters.display_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_MAX_EMAIL_ADDRESSES = 1  # one address is one person, in invitations and audiences too
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MOMO_VERIFY_ADDRESSES else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # this session goes on; all others end
ACCOUNT_RATE_LIMITS = sign_in_rates(_RATE_SIGN_IN)
MFA_ADAPTER = "momo.platform.accounts.sign_in.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Momo"
MFA_ALLOW_UNVERIFIED_EMAIL = not MOMO_VERIFY_ADDRESSES
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION

# --- Transport security; a machine of one's own serves plain HTTP on loopback ---
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SESSION_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
# Everything from here, nothing inline but what carries the page's nonce.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],  # the second factor's code to scan
        "font-src": [SELF],
        "connect-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
if _flag("MOMO_BEHIND_PROXY", "0"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 * 1024 * 1024  # JSON bodies; files stream to disk
MOMO_MAX_UPLOAD_BYTES = 2 * 1024**3
DATA_UPLOAD_MAX_NUMBER_FILES = 2_000  # of a folder that is handed in; a larger one as a zip

# --- REST ---
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "momo.platform.rest.authentication.ApiKeyAuthentication",
        "momo.platform.rest.authentication.TeamSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["momo.platform.rest.permissions.InTeam"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "URL_FORMAT_OVERRIDE": None,  # `format` is an endpoint's own to take
    "DEFAULT_PARSER_CLASSES": ["momo.platform.rest.parsers.JSONBodyParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "momo.platform.rest.problems.problem_details",
    "DEFAULT_THROTTLE_CLASSES": ["momo.platform.rest.throttles.PrincipalThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "principal": os.environ.get("MOMO_RATE_PRINCIPAL", "600/min"),
        "sign_in": _RATE_SIGN_IN,
        "letters": "100/hour",  # invitations that a person has mailed; a larger team takes longer
    },
    # Behind a proxy the sender is the last address that the proxy itself saw; else the peer.
    "NUM_PROXIES": 1 if _flag("MOMO_BEHIND_PROXY", "0") else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Momo",
    "DESCRIPTION": "A team's decision memory.",
    "VERSION": "v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # what a PATCH must hold, its serializer says
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "momo.platform.rest.openapi.tell_headers",
        "momo.platform.rest.illustrate.illustrate",
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "VisibilityEnum": "momo.platform.tenancy.models.VISIBILITY_CHOICES",
        "ChoosableVisibilityEnum": "decisions.serializers.CHOOSABLE_VISIBILITY",
        "DecisionTypeEnum": "decisions.serializers.DECISION_TYPES",
        "StatusEnum": "decisions.serializers.STATUSES",
        "MemoryKindEnum": "decisions.models.Kind",
        "EntityTypeEnum": "decisions.models.ENTITY_TYPES",
        "NamedTypeEnum": "decisions.entities.serializers.TYPES",
        "SamenessEnum": "decisions.models.Sameness",
        "StatableKindEnum": "decisions.serializers.STATABLE_KINDS",
        "FileKindEnum": "connectors.serializers.UPLOADABLE",
        "StandingEnum": "decisions.histories.history.STANDINGS",
        "RatificationVerdictEnum": "decisions.api.ratification.VERDICTS",
        "SyncStateEnum": "connectors.models.SYNC_STATES",
        "ConnectionStateEnum": "connectors.live.api.serializers.CONNECTION_STATES",
        "DeliveryStateEnum": "connectors.live.api.serializers.DELIVERY_STATES",
        "ConnectableVisibilityEnum": "connectors.live.api.serializers.CONNECTABLE_VISIBILITY",
        "WebhookEventEnum": "lifecycle.hooks.serializers.WEBHOOK_EVENTS",
        "WebhookDeliveryStateEnum": "lifecycle.hooks.serializers.WEBHOOK_DELIVERY_STATES",
        "ModelPurposeEnum": "momo.platform.ai.standing_api.PURPOSES",
        "BudgetPeriodEnum": "momo.platform.ai.models.Period",
        "BudgetStageEnum": "momo.platform.ai.api.BUDGET_STAGES",
        "ConflictHoldsEnum": "lifecycle.api.conflicts.SETTLED",
        "RetentionActionEnum": "lifecycle.retention.models.RETENTION_ACTIONS",
        "IndexStateEnum": "retrieval.api.settings.INDEX_STATES",
        "ExchangeStateEnum": "retrieval.conversations.models.State",
    },
}

# --- Redis: carries wake-ups and throttle counts; losing it loses nothing ---
CELERY_BROKER_URL = celery_broker_url(URLS.redis_url)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "realtime"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False  # the sweep finds what a lost wake-up would have started
# Nor does whoever sends one wait for Redis, which by default they would for six seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Seconds between two of each, and the queue; one that nobody took by the next is not needed.
_EVERY = {
    "decisions.sweep": (5.0, "realtime"),
    "decisions.go_on_with_held": (30.0, "backfill"),
    "connectors.sweep_turns": (3.0, "realtime"),
    "connectors.sweep_uploads": (60.0, "realtime"),
    "lifecycle.balance_partitions": (3_600.0, "backfill"),
    "lifecycle.go_on_compacting": (300.0, "backfill"),
    "lifecycle.reconcile": (15.0, "backfill"),
    "lifecycle.send_digests": (60.0, "backfill"),
    "lifecycle.wake_webhooks": (5.0, "realtime"),
    "lifecycle.follow_up_commitments": (120.0, "backfill"),
    "lifecycle.carry_out_retention": (300.0, "backfill"),
    "lifecycle.go_on_reindexing": (15.0, "backfill"),
}
CELERY_BEAT_SCHEDULE = {
    task: {"task": task, "schedule": every, "options": {"expires": every, "queue": queue}}
    for task, (every, queue) in _EVERY.items()
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CACHES = {
    "default": {
        "BACKEND": "momo.platform.rest.cache.LenientRedisCache",
        "LOCATION": URLS.redis_url,
    },
    "counts": {  # a process's own, for what is looked at by every search
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": 60,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

# --- Models ---
MOMO_AI = AIConfig(
    base_url=os.environ.get("MOMO_AI_BASE_URL", ""),
    api_key=os.environ.get("MOMO_AI_API_KEY", ""),
    chat_model=os.environ.get("MOMO_CHAT_MODEL", "gpt-4o-mini"),
    embedding_model=os.environ.get("MOMO_EMBEDDING_MODEL", "text-embedding-3-small"),
    timeout=float(os.environ.get("MOMO_AI_TIMEOUT", "60")),
    max_seconds=float(os.environ.get("MOMO_AI_MAX_SECONDS", "300")),
    answer_tokens=int(os.environ.get("MOMO_AI_ANSWER_TOKENS", "8192")),
)
MOMO_MONTHLY_TOKENS = int(os.environ.get("MOMO_MONTHLY_TOKENS", "0"))  # per team; 0: no limit
MOMO_PRICES = _prices("MOMO_PRICES")  # of a million tokens, by model
MOMO_PRICE_CURRENCY = os.environ.get("MOMO_PRICE_CURRENCY", "USD")  # a name, nothing is converted
MOMO_BATCH_BACKFILLS = _flag("MOMO_BATCH_BACKFILLS", "0")  # unless a team chooses otherwise
MOMO_TOKEN_COUNTER = os.environ.get("MOMO_TOKEN_COUNTER", "momo.platform.ai.estimate_tokens")

# --- Sources: the apps as they are registered at their services; docs/connectors/ has each. ---
PLAYED_SERVICES = DATA_DIR / "played-services.json"  # while `momo up --live-demo` plays some
MOMO_APPS = _apps(PLAYED_SERVICES)
RUNNING_AT = DATA_DIR / "running-at"  # the address of `momo up`, while it runs

# --- Webhooks out: whether they may go to addresses inside of a network. ---
MOMO_HOOKS_ALLOW_PRIVATE = _flag("MOMO_HOOKS_ALLOW_PRIVATE", "0" if PRODUCTION else "1")

# --- Mail: digests, invitations, sign-in. Without a server, here, mails are kept as files. ---
EMAIL_HOST = os.environ.get("MOMO_MAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("MOMO_MAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("MOMO_MAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("MOMO_MAIL_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465  # the port that begins with TLS; on the others it is turned to
EMAIL_USE_TLS = _flag("MOMO_MAIL_STARTTLS", "1") and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 30  # seconds
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST or PRODUCTION
    else "django.core.mail.backends.filebased.EmailBackend"
)
EMAIL_FILE_PATH = DATA_DIR / "mail"
DEFAULT_FROM_EMAIL = os.environ.get("MOMO_MAIL_FROM", "Momo <momo@localhost>")

# --- Logs: ids and counts, never a message's text, a secret or an address ---
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "momo.platform.faults.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("MOMO_LOG_LEVEL", "INFO")},
    # They would log the address of each request, which holds ids and codes of the services.
    "loggers": {name: {"level": "WARNING"} for name in ("httpx", "httpx2")}
    # The web server has a handler of its own, which would quote what an exception says.
    | {"uvicorn": {"handlers": ["stderr"], "propagate": False}},
}
