# `make` prints one line of help per target. Node 24 is installed by npm (node_modules/.bin), whatever Node the machine has.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help install build start test test-fast test-distributed check api-docs metrics-docs bench simulate load race-day soak rebuild redrive backup restore alerts-drill recovery-drill release image sbom licences up down database-password infra-native screens chart operations-check test-kubernetes clean FORCE

export DO_NOT_TRACK := 1
export TURBO_TELEMETRY_DISABLED := 1
export TURBO_NO_UPDATE_NOTIFIER := 1
export NPM_CONFIG_UPDATE_NOTIFIER := false

# Caches compiled code, with types stripped, for the next process: the product alone has more than two thousand modules.
export NODE_COMPILE_CACHE = $(CURDIR)/node_modules/.cache/node

NODE24 = PATH="$(CURDIR)/node_modules/.bin:$$PATH"
INSTALLED = node_modules/.installed-lock

# The same as in packages/machine/src/allocator.ts and infra/product/src/node-options.ts, which give the reasons.
PRODUCT_NODE = env MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8

# One signal of any kind, to make or to its process group, stops a target that runs until it is stopped. Make passes
# SIGTERM on; on other signals it only deletes the target (GNU make manual, Interrupts), which is therefore a file.
MAKE_PID := $(shell echo $$PPID)
MAKE_TARGET = mkdir -p $(@D) && : > $@
UNTIL_TOLD = exec node infra/make/until-stopped.mjs $(MAKE_PID) $@

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

install: $(INSTALLED) ## Install the packages of package-lock.json (other targets do this by themselves)

$(INSTALLED): package-lock.json
	@cmp -s package-lock.json $(INSTALLED) || npm ci
	@cp package-lock.json $(INSTALLED)

build: install ## Build the web app
	@$(NODE24) turbo run build --output-logs=errors-only

start: var/.start-$(MAKE_PID) ## Run the product on this machine: needs only Node and npm, stores data in ./var
var/.start-$(MAKE_PID): FORCE
	@$(MAKE_TARGET)
	@$(UNTIL_TOLD) '$(MAKE_COMMAND) --silent --no-print-directory build' '$(NODE24) exec $(PRODUCT_NODE) infra/embedded/src/main.ts'

test: build ## Run all tests that need only npm: unit, services on real Postgres, the web, a browser
	@$(NODE24) sh infra/test/test.sh

test-fast: install ## Run unit tests and the web's tests: no browser, no database, two minutes on two cores
	@$(NODE24) vitest run --project unit --project web

test-distributed: build ## Run the suites on real Kafka, Redis and Postgres: by URL, else Docker, else native
	@$(NODE24) node infra/native/src/test-distributed.ts

check: install ## Check types, style, import rules and dead code
	@$(NODE24) sh infra/test/check.sh

BENCH = $(NODE24) node infra/bench/src/main.ts $(if $(ROWS),--rows $(ROWS)) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(QUICK),--quick)
bench: install ## Measure the rows of docs/quality.md (ROWS=S1,H3 ROUNDS=5 QUICK=1)
	@$(BENCH) --check
	@$(MAKE) --silent --no-print-directory build
	@$(BENCH)

operations-check: install ## Check the files for operators: Helm chart, alerts, dashboards, proxy (says how to get missing tools)
	@$(NODE24) node infra/operations/src/main.ts

chart: install ## Check the Helm chart alone: lint, all examples against Kubernetes' schemas, rights, probes, limits
	@$(NODE24) node infra/operations/src/main.ts chart

test-kubernetes: install ## Play a race day on the release that KUBECONFIG reaches, while all of it is rolled, killed, scaled and upgraded (NAMESPACE= FANS=200 MINUTES=16 NEXT_TAG= URL=)
	@$(NODE24) node infra/operations/src/kubernetes/trial.ts $(if $(NAMESPACE),--namespace "$$NAMESPACE") $(if $(FANS),--fans "$$FANS") \
		$(if $(MINUTES),--minutes "$$MINUTES") $(if $(NEXT_TAG),--next-tag "$$NEXT_TAG") $(if $(URL),--url "$$URL")

api-docs: install ## Write docs/api, the reference of the public interface, from packages/contracts
	@$(NODE24) node gateway/src/docs/write-api-pages.ts

metrics-docs: install ## Write docs/metrics.md from packages/metrics
	@$(NODE24) node packages/metrics/src/write-document.ts

simulate: install ## Simulate a deadline and a result beyond one machine (FANS=1000000 SEED=1 OPTIONS="--gateways 50")
	@$(NODE24) node infra/bench/src/simulation/main.ts $(if $(FANS),--fans $(FANS)) $(if $(SEED),--seed $(SEED)) $(OPTIONS)

load: install ## Run the k6 scenarios against a running product (URL=http://localhost:8080)
	@$(NODE24) sh infra/load/run.sh

# Commands on an existing product use the containers when they run, else the embedded product; WAY= selects one.
OPERATE = $(NODE24) WAY="$(WAY)" node infra/native/src/operations/operate.ts

race-day: install ## Play a recorded weekend, or a season (SEASON=1), against the running product (FANS=200 SPEED= MINUTES= URL= RECORDING= TAKE_OVER=1)
	@$(OPERATE) race-day $(if $(SEASON),--season) $(if $(FANS),--fans "$$FANS") $(if $(SPEED),--speed "$$SPEED") $(if $(MINUTES),--minutes "$$MINUTES") \
		$(if $(URL),--url "$$URL") $(if $(RECORDING),--recording "$$RECORDING") $(if $(TAKE_OVER),--take-over)

soak: build ## Play a race day for MINUTES=60 with FANS=500 and check that memory stays flat (WAY=embedded or distributed)
	@$(NODE24) node infra/bench/src/soak/main.ts $(if $(MINUTES),--minutes "$$MINUTES") $(if $(FANS),--fans "$$FANS") $(if $(WAY),--way "$$WAY")

rebuild: install ## Rebuild a service's copies of other services' data (SERVICE=tipping WAY=)
	@$(OPERATE) rebuild $(SERVICE)

redrive: install ## Deliver dead letters again (CONSUMER=tipping TOPIC= or SERVICE=identity; LIST=1 lists them; WAY=)
	@$(OPERATE) redrive $(if $(CONSUMER),--consumer $(CONSUMER)) $(if $(TOPIC),--topic $(TOPIC)) \
		$(if $(SERVICE),--service $(SERVICE)) $(if $(LIST),--list)

backup: install ## Back up all data that cannot be rebuilt to one file (FILE=backups/monday WAY=)
	@$(OPERATE) backup "$(FILE)"

restore: install ## Replace the current data with a backup (FILE=backups/monday WAY=containers)
	@$(OPERATE) restore "$(FILE)"

alerts-drill: install ## Break the product on this machine, and watch each alert fire and end in a real Prometheus (some 5 minutes)
	@$(NODE24) DRILL=on node infra/native/src/test-distributed.ts alerts.distributed

recovery-drill: install ## Restore a database of this machine to the moment before a mistaken deletion, and print the figures
	@$(NODE24) node infra/native/src/test-distributed.ts infra/native/src/suites/point-in-time-recovery

release: install ## Write the version and its changelog from commit messages, and commit them (VERSION=1.2.0)
	@$(NODE24) node infra/release/release.ts "$(VERSION)"

image: install ## Build the image of the checked-out commit (IMAGE=registry.example.org/purple-sector pushes it; BASE_DIGEST=)
	@$(NODE24) node infra/release/build-image.ts

sbom: install ## Write the software bill of materials of the image, CycloneDX (FILE=var/sbom.cdx.json)
	@$(NODE24) node infra/release/make-sbom.ts "$(FILE)"

licences: install ## List the licences of the packages that are shipped; fails for one that is not allowed
	@$(NODE24) node infra/release/licences.ts --list

up: install ## Run the product in containers, one per service (OBSERVE=1 with monitoring; secrets are generated once, into .env)
	@docker compose version >/dev/null 2>&1 || \
		{ echo 'make up needs Docker Engine 25 and Compose 2.20.2, or newer; make start needs neither.' >&2; exit 1; }
	@$(NODE24) node infra/native/src/operations/write-secrets.ts .env
	@docker compose $(if $(OBSERVE),--profile observability) up --build --detach --wait || \
		{ echo 'The start failed. The step "migrate" said:' >&2; docker compose logs --no-log-prefix --tail 40 migrate >&2; exit 1; }

down: ## Stop the containers; their data stay in named volumes
	docker compose --profile observability down

database-password: ## Set the password of the container's database to POSTGRES_PASSWORD of .env, when its data are from another .env
	@docker compose up --detach --wait --no-deps postgres
	@docker compose exec -T postgres sh -c "psql --username=postgres --quiet --command=\"alter role postgres password '\$$POSTGRES_PASSWORD'\""

infra-native: var/.infra-native-$(MAKE_PID) ## Run real Postgres, Redis and Kafka without containers until Ctrl-C (ENV_FILE=.env.native)
var/.infra-native-$(MAKE_PID): FORCE
	@$(MAKE_TARGET)
	@$(UNTIL_TOLD) '$(MAKE_COMMAND) --silent --no-print-directory install' \
		'$(NODE24) exec node infra/native/src/main.ts $(if $(ENV_FILE),--write-env $(ENV_FILE))'

screens: build ## Take screenshots of every screen (phone, tablet, desktop; dark, light; with data, empty, loading, failing) and component into web/screens/gallery (SCREEN=leaderboard,tipping)
	@$(NODE24) node web/screens/main.ts $(SCREEN)

clean: ## Remove everything built or installed; the product's data in ./var stay
	rm -rf node_modules packages/*/node_modules services/*/node_modules gateway/node_modules web/node_modules \
		infra/*/node_modules web/dist web/ssr .turbo */.turbo */*/.turbo test-results playwright-report \
		web/test-results web/playwright-report var/kafka-libs
