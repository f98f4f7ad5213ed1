# Tidings. Two commands on a fresh machine: `make demo` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo run test check build bench format screenshots browser-tests

PORT ?= 8480
VENV := .tools/venv
PYTHON := $(VENV)/bin/python

help: ## What can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Install what building and testing need (idempotent; says what and why)
	@scripts/setup build tests

demo: ## Build, start invented origins and Tidings reading them; the last line is the address
	@scripts/demo $(ARGS)

run: ## An optimised build on your own data folder
	@scripts/setup build
	@scripts/timed "Building, optimised (about ten minutes the first time)" swift build -c release --product tidings
	@.build/release/tidings serve $(ARGS)

build:
	@scripts/setup build
	@scripts/timed "Building" swift build --build-tests

test: setup ## Build and pass every test, the browser's included
	@scripts/timed "Building (about four minutes the first time)" swift build --build-tests
	@swift test --skip-build --parallel 2>&1 | scripts/brief-tests
	@$(MAKE) --no-print-directory browser-tests

browser-tests:
	@$(PYTHON) -m pytest -q -x Tests/Browser

check: ## Format, imports, mission, warnings as errors, every test: what CI runs
	@scripts/setup build tests
	@scripts/check-format
	@scripts/check-sources
	@scripts/check-imports
	@scripts/check-mission
	@TIDINGS_STRICT=1 $(MAKE) --no-print-directory test

format: ## Format every Swift file
	@swift format -i -r Sources Tests Package.swift

bench: setup ## Speed, each figure beside a peer in the same run (an optimised build)
	@$(PYTHON) scripts/bench

screenshots: build ## Every screen by width, theme and state, as one contact sheet in screenshots/
	@$(PYTHON) scripts/screenshots
