# Tidings. Two commands on a fresh machine: `make demo` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo run test quick check build bench etiquette fuzz format screenshots program-tests test-wordpress test-clients

# How long `make fuzz` takes with each target; bash would set SECONDS itself, so it is read here, not in a recipe.
FUZZ_SECONDS := $(if $(SECONDS),$(SECONDS),60)
VENV := .tools/venv
PYTHON := $(VENV)/bin/python

help: ## What can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Install what building and testing need (idempotent; says what and why)
	@scripts/setup build tests check

demo: ## Build, start invented origins and Tidings reading them; the last line is the address (PHONE=1: a phone too)
	@scripts/demo $(if $(PHONE),--phone) $(ARGS)

run: ## An optimised build on your own data folder
	@scripts/setup build
	@scripts/timed "Building, optimised (about ten minutes the first time)" swift build -c release --product tidings
	@.build/release/tidings serve $(ARGS)

build:
	@scripts/setup build
	@scripts/timed "Building" scripts/debug-build --build-tests

# Six tests at a time: most start servers and clients, and hundreds at once wait for each other until limits run out.
test: ## Build and pass every test, the browser's included
	@scripts/setup build
	@scripts/alongside "scripts/setup tests" \
		scripts/timed "Building (about ten minutes the first time)" scripts/debug-build --build-tests
	@swift test --skip-build --parallel --experimental-maximum-parallelization-width 6 2>&1 | scripts/brief-tests
	@$(MAKE) --no-print-directory program-tests

program-tests:
	@scripts/program-tests

quick: ## Build, and pass the tests that the change since the last commit can touch
	@scripts/setup build tests
	@scripts/quick

check: ## Format, imports, mission, warnings as errors, benchmarks that compile, every test: what CI runs
	@scripts/setup build check
	@scripts/check-format
	@scripts/format-styles --check
	@scripts/check-sources
	@scripts/check-imports
	@scripts/check-libvips
	@scripts/check-mission
	@TIDINGS_STRICT=1 TIDINGS_BENCH=1 $(MAKE) --no-print-directory test

format: ## Format every Swift file and style sheet
	@swift format -i -r Sources Tests Benchmarks Package.swift
	@scripts/format-styles

fuzz: ## Fuzz everything that reads a stranger's bytes (SECONDS=3600, TARGETS="feed dates", JOBS=2, KEEP_GOING=1)
	@scripts/setup build
	@scripts/fuzz --seconds $(FUZZ_SECONDS) $(if $(JOBS),--jobs $(JOBS)) $(if $(KEEP_GOING),--keep-going) $(TARGETS)

bench: ## Speed and bounds beside limits and peers, into docs/performance.md (some 70 minutes; PARTS="feeds pages")
	@scripts/setup build tests bench
	@scripts/bench $(PARTS)

etiquette: build ## What origins see: the program against origins whose hour lasts 3 s, judged rule by rule
	@python3 scripts/etiquette

test-wordpress: build ## Tidings against a real WordPress from Debian's packages (installed when missing; about a minute)
	@scripts/test-wordpress

test-clients: build ## Newsboat, Liferea and RSS Guard, all Debian's, against Tidings (installed when missing; three minutes)
	@scripts/test-clients

screenshots: build ## Every screen by width, theme and state, as one contact sheet in screenshots/
	@$(PYTHON) scripts/screenshots
