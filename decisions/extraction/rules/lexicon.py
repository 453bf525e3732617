"""Names that the rules know: technologies, companies, places and common first names."""

_TECHNOLOGIES = """
Python Java JavaScript TypeScript Golang Rust Ruby Kotlin Swift Scala Elixir Erlang Haskell Clojure
PHP Perl Julia Dart C++ C# .NET Node.js Deno Bun React Vue Vue.js Angular Svelte SvelteKit Next.js
Nuxt Remix Astro Solid Ember jQuery HTMX Tailwind Bootstrap Django Flask FastAPI Rails Laravel
Symfony Spring Express NestJS Phoenix GraphQL gRPC REST OpenAPI WebSocket WebRTC OAuth SAML OIDC JWT
Postgres PostgreSQL MySQL MariaDB SQLite MongoDB Redis Valkey Memcached Cassandra DynamoDB
CockroachDB Neo4j Elasticsearch OpenSearch Solr ClickHouse Snowflake BigQuery Redshift Databricks
DuckDB Supabase Firebase Firestore PlanetScale Pinecone Weaviate Qdrant Milvus pgvector Citus Kafka
RabbitMQ NATS Pulsar SQS Celery Sidekiq APScheduler Airflow Dagster Prefect dbt Spark Flink Hadoop
Temporal AWS GCP Azure Heroku Vercel Netlify Cloudflare DigitalOcean Fly.io Render Linode Hetzner
EC2 S3 Lambda Fargate ECS EKS GKE AKS Docker Podman Kubernetes Helm Nomad Terraform Pulumi Ansible
Puppet Chef Vagrant Packer Istio Envoy Nginx Apache Caddy HAProxy Traefik Jenkins CircleCI Travis
GitHub GitLab Bitbucket ArgoCD Buildkite Bazel Gradle Maven npm yarn pnpm Webpack Vite Rollup
esbuild Babel Datadog Grafana Prometheus Sentry Splunk Kibana Logstash Loki OpenTelemetry Jaeger
Honeycomb PagerDuty Opsgenie NewRelic Jest Vitest Cypress Playwright Selenium pytest JUnit Mocha
ESLint Prettier Ruff mypy Black Slack Discord Notion Jira Confluence Linear Asana Trello Figma
Sketch Miro Zoom Teams Airtable Monday Zapier Intercom Zendesk HubSpot Salesforce Stripe Adyen
Braintree PayPal Plaid Twilio SendGrid Mailgun Mailchimp Segment Amplitude Mixpanel Looker Tableau
Metabase OpenAI GPT-4 GPT-4o Claude Gemini Llama Mistral LangChain LlamaIndex PyTorch TensorFlow
Keras NumPy pandas scikit-learn Jupyter HuggingFace Linux Ubuntu Debian Fedora CentOS Alpine Windows
macOS iOS Android Flutter Xamarin Electron Tauri Unity Unreal Shopify WordPress Drupal Magento TLS
DTLS SSH IPv4 IPv6 TCP UDP HTTP HTTPS QUIC SIP RTP SRTP RTCP RTSP SDP DNS DNSSEC ICE STUN TURN YANG
NETCONF Ed25519 Ed448 SHA-256 SHA-512 Okta Auth0 Keycloak Vault Consul Kong Algolia Meilisearch
Typesense MinIO Ceph ZooKeeper etcd WebAssembly WASM Solidity Ethereum Bitcoin
"""
# Also ordinary English words, or parts of them: these count with a capital alone.
_ORDINARY = """
rust ruby swift dart bun react solid ember remix render spring express phoenix rest spark temporal
lambda chef puppet packer vault consul black segment linear notion slack sketch teams monday zoom
stripe looker prefect pulsar loki jest mocha helm nomad apache envoy yarn travis maven babel claude
gemini llama unity unreal alpine windows astro flask rails redshift snowflake discord ice turn sip
kong consul trello julia java perl scala chef caddy honeycomb cypress amplitude gradle ruff pandas
rollup electron elixir angular kafka airtable figma falcon cassandra fedora phoenix
"""
_COMPANIES = """
Google Microsoft Amazon Apple Meta Facebook Netflix Oracle IBM SAP Adobe Intel AMD Nvidia Cisco Dell
HP Samsung Sony Siemens Bosch Deloitte Accenture PwC KPMG McKinsey Uber Lyft Airbnb Spotify Twitter
LinkedIn TikTok Tesla Toyota Volkswagen BMW Walmart Target Mozilla Ericsson Nokia Huawei Qualcomm
Akamai Fastly Verizon Comcast Vodafone Atlassian Dropbox Box VMware RedHat Canonical SUSE IETF IESG
IANA W3C ISO IEEE NIST ICANN IAB IRTF ITU ETSI
"""
_PLACES = """
Europe Asia Africa America Australia London Paris Berlin Madrid Rome Vienna Prague Warsaw Dublin
Amsterdam Brussels Lisbon Stockholm Oslo Copenhagen Helsinki Zurich Geneva Munich Hamburg Frankfurt
Milan Barcelona Athens Istanbul Moscow Kyiv Dubai Mumbai Delhi Bangalore Singapore Tokyo Osaka Seoul
Beijing Shanghai Taipei Sydney Melbourne Toronto Montreal Vancouver Chicago Boston Seattle Austin
Denver Atlanta Dallas Houston Miami Philadelphia Portland Oakland Lagos Nairobi Cairo Johannesburg
Germany France Spain Italy Poland Austria Switzerland Netherlands Belgium Portugal Sweden Norway
Denmark Finland Ireland England Scotland India China Japan Korea Brazil Mexico Canada Argentina
Chile Colombia Israel Turkey Egypt Nigeria Kenya EMEA APAC LATAM
"""
_FIRST_NAMES = """
aaron abby adam adrian ahmed aisha alan albert alberto alejandro alex alexander alexandra alexis ali
alice alicia alison amanda amelia amir amy ana anders andre andrea andreas andrew andy angela anil
anita anna anne anthony antonio arjun arthur ashley barbara beatrice ben benjamin beth bob bernard
bill bjorn bogdan brad brandon brenda brian bruce bruno caitlin carl carla carlos carmen carol
caroline catherine cathy cecilia charles charlie charlotte chen chloe chris christian christina
christine christopher claire clara claudia colin connor craig cynthia daisy dan dana daniel daniela
darren dave david dawn deb deborah deepak denis dennis derek diana diego dmitri dominic donald donna
doug dylan ed eddie edward elena eli elias elizabeth ella ellen emily emma enrique eric erica erik
ethan eva evan evelyn farah fatima felix fiona florian frances francesca francisco frank fred freya
gabriel gareth gary george gina giulia glen gloria greg gustavo hannah harald hans harold harry
hassan heather hector heidi helen helena henry hiroshi holly howard hugo ian ibrahim igor ines
ingrid irene iris isaac isabel ivan jack jackie jacob jake james jamie jan jane janet jason javier
jay jean jeff jennifer jenny jeremy jerry jess jesse jessica jill jim jin joan joanna joe joel johan
john johnny jon jonas jonathan jordan jorge jose joseph josh joshua juan judy julia julian julie
justin karen karin karl karthik kate katherine kathy katie keith kelly ken kenji kevin kim klaus
kyle lara larry laura lauren lea leah lee lena leo leon leonard lena li liam lily linda lisa liz
lorenzo louis louise lucas lucia lucy luis luke lynn magnus malik manuel marc marco marcus margaret
maria marie marina mario mark markus marta martha martin mary mateo matt matteo matthew maya megan
mehmet mei melanie melissa mia michael michelle miguel mike mina ming miriam mohammed molly monica
morgan nadia nancy naomi natalia natalie nate nathan neha neil nick nicholas nicola nicole nigel
nikhil nina noah nora oliver olivia omar oscar owen pablo pam patricia patrick paul paula pedro
peter petra phil philip pierre priya quentin rachel rafael rahul raj ralph raquel ravi ray rebecca
rhys ricardo richard rick rita rob robert robin rodrigo roger roland ron rosa ross roy russell ruth
ryan sabrina sally sam samantha samir samuel sandra sanjay sara sarah scott sean sebastian sergei
seth shane sharon sheila shreya simon sofia sonia sophia sophie stefan stella stephanie stephen
steve steven stuart sue sunil susan suzanne sven sylvia tamara tanya tara ted teresa terry theo
thomas tiffany tim tina tobias todd tom tomas tony tracy travis trevor tyler uma valentina valerie
vanessa vera veronica victor victoria vijay vikram vincent vivian walter wei wendy will william
xavier yan yara yasmin yuki yusuf zach zara zoe
"""
_TOPICS = {
    "budget": "budget budgets spend spending cost costs invoice funding expenses",
    "pricing": "pricing price prices discount tier tiers",
    "hiring": "hire hiring candidate candidates recruiter interview headcount",
    "security": "security vulnerability encryption breach audit pentest compliance",
    "infrastructure": "infrastructure cloud servers deployment hosting cluster database migration",
    "frontend": "frontend ui css component",
    "api": "api endpoint endpoints webhook",
    "design": "design mockup mockups wireframe logo branding",
    "marketing": "marketing campaign launch newsletter blog",
    "sales": "sales customer customers client clients contract vendor vendors deal",
    "legal": "legal license licence gdpr contract nda",
    "release": "release ship version milestone deadline",
    "planning": "roadmap quarter sprint backlog priorities priority",
}


def words(listed: str) -> frozenset[str]:
    """The words of a list written as one text."""
    return frozenset(listed.split())


def _by_lower(names: str) -> dict[str, str]:
    return {name.lower(): name for name in names.split()}


ORDINARY = words(_ORDINARY)
TECHNOLOGIES = _by_lower(_TECHNOLOGIES)
PLAIN_TECHNOLOGIES = {k: v for k, v in TECHNOLOGIES.items() if k not in ORDINARY}
COMPANIES = _by_lower(_COMPANIES)
PLACES = _by_lower(_PLACES)
FIRST_NAMES = words(_FIRST_NAMES)
DEPARTMENTS = words(
    "marketing legal finance sales engineering support design product ops security procurement hr"
)
# Words whose presence makes it worth looking for someone who is given something to do.
DOERS = frozenset(
    word + suffix for word in FIRST_NAMES | DEPARTMENTS | {"team"} for suffix in ("", "'s", "'ll")
)
TOPICS = {word: topic for topic, words in _TOPICS.items() for word in words.split()}
