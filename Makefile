# What people and CI call. Every target makes what is missing and nothing twice.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
BINARY ?= build/release/steptail
JOBS ?= $(shell nproc)
PACKAGES := tools/install_packages.sh
COUNTS := build/rehearsal/counts.done
# $(call configure,PRESET): once, and where the counts are newer; changes of CMakeLists.txt are seen by the build itself.
configure = [ build/$(1)/build.ninja -nt $(COUNTS) ] || cmake --preset $(1)
build_with = $(call configure,$(1)); cmake --build --preset $(1) --parallel $(JOBS)
release = $(PACKAGES) build; $(call build_with,release)

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z_-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

.PHONY: deps
deps: ## install the packages that building and testing need and that are missing
	@$(PACKAGES) build test lint

.PHONY: build binary
build: $(COUNTS) ## the binary: build/release/steptail
	@$(release)

# As soon as can be: without counts, where there are none yet.
binary:
	@$(release)

# What runs most, for the compiler: cmake/Profile.cmake.
$(COUNTS): $(shell find lib tests/bench/*.cc tests/bench/*.h tests/support tests/golden -type f)
	@$(PACKAGES) build
	@$(call build_with,rehearsal)
	@rm -rf build/rehearsal/counts
	build/rehearsal/tests/rehearse
	@touch $@

.PHONY: test
test: ## build with warnings as errors, and run every test
	@$(PACKAGES) build test lint
	@$(call build_with,dev)
	build/dev/steptail check --config.file config/steptail.yaml
	ctest --preset dev --parallel $(JOBS) $(CTEST_ARGS)

.PHONY: package package-test container-test
package: build ## the Debian package: build/package/steptail_*.deb
	@$(PACKAGES) package
	@mkdir -p build/package && rm -f build/package/*.deb
	@cd build/package && cpack -B "$$PWD" --config ../release/CPackConfig.cmake >cpack.log || { cat cpack.log; exit 1; }
	@rm -rf build/package/_CPack_Packages; ls build/package/*.deb

package-test: package ## installs, runs, upgrades and purges it in a booted Debian 12; needs root
	@$(PACKAGES) package-test
	@tests/package/run.sh build/package/*.deb build/package

container-test: ## builds the Dockerfile and runs what comes out; needs root; minutes
	@$(PACKAGES) container
	@tests/container/run.sh build/container

.PHONY: run
run: binary ## follow simulated jobs, or LOGS='/path/*.log', until Ctrl-C
	@tools/run_demo.sh $(BINARY) $(if $(LOGS),'$(LOGS)')

.PHONY: asan tsan
asan: ## every test under the address and undefined-behaviour sanitizers
	@$(PACKAGES) build test
	@$(call build_with,asan)
	ctest --preset asan --parallel $(JOBS) --label-exclude lint $(CTEST_ARGS)

tsan: ## the tests with threads in them under the thread sanitizer
	@$(PACKAGES) build test
	@$(call build_with,tsan)
	ctest --preset tsan --parallel $(JOBS) --label-regex '^(unit|golden|integration)$$' $(CTEST_ARGS)

.PHONY: faults model hostile
faults: build ## everything that can happen to logs, to the real binary: a table; minutes
	@$(PACKAGES) test faults
	@tests/faults/run.py --binary build/release/steptail $(FAULTS_ARGS)

hostile: build ## hostile clients against the real binary: a table; HOSTILE_ARGS=--whole for all of it
	@$(PACKAGES) test hostile
	@tests/hostile/run.py --binary build/release/steptail $(HOSTILE_ARGS)

# One process a mix and kind of file system.
model: ## a million random programs of writing, rotating, killing and restarting; PROGRAMS=n for others
	@$(PACKAGES) build test
	@$(call configure,model); cmake --build --preset model --parallel $(JOBS) --target model_follower
	@seq 0 23 | STEPTAIL_MODEL_PROGRAMS=$${PROGRAMS:-1000000} GTEST_TOTAL_SHARDS=24 GTEST_BRIEF=1 xargs -P $(JOBS) -I{} \
	  env GTEST_SHARD_INDEX={} build/model/tests/model/model_follower

.PHONY: stack
stack: build ## real Prometheus and Alertmanager over simulated jobs: which alerts fire, and how soon
	@$(PACKAGES) test stack
	@tests/stack/stack.py build/release/steptail

.PHONY: bench
bench: $(COUNTS) ## the benchmarks: stages, whole processes beside mtail and wc, scrapes, many files
	@$(PACKAGES) build bench
	@$(call build_with,bench)
	@for bench in build/bench/tests/bench/bench_*; do if [ -x "$$bench" ]; then "$$bench"; fi; done
	@tests/bench/compare.py build/bench/steptail build/bench/tests/bench/make_log
	@tests/bench/scrape.py --binary build/bench/steptail
	@tests/bench/scale.py --binary build/bench/steptail

.PHONY: guard
guard: build ## the instructions a line takes, held to the recorded figures
	@$(PACKAGES) build guard
	@tests/bench/instructions.py build/release/steptail

.PHONY: fuzz
fuzz: ## the fuzz targets, FUZZ_SECONDS each (60)
	@$(PACKAGES) build test tidy
	@$(call build_with,fuzz)
	@tools/fuzz.sh build/fuzz $${FUZZ_SECONDS:-60}

.PHONY: browser dashboards pictures
browser: ## the status page in Chromium, held to its figures; pictures in build/web
	@$(PACKAGES) build browser
	@$(call build_with,release)
	STRICT=1 tests/web/run.sh build/release/steptail build/web

dashboards: ## every query of the dashboards, in a Prometheus that scrapes the demo
	@$(PACKAGES) build test
	@$(call build_with,release)
	@mkdir -p build/web
	tools/dashboards.py build/release/steptail --data build/web/dashboards.json

pictures: dashboards ## the pictures of the documents, anew
	@$(PACKAGES) browser
	tools/screenshot.sh build/release/steptail docs/pictures
	tools/dashshot/draw.sh build/web/dashboards.json docs/pictures

.PHONY: lint tidy
lint: ## layering, sizes, style and documents; no compiler
	@$(PACKAGES) lint test
	@tests/lint/all.sh

tidy: ## clang with thread-safety analysis, and clang-tidy; minutes
	@$(PACKAGES) build tidy
	@$(call build_with,tidy)

.PHONY: format
format: ## clang-format every source
	@$(PACKAGES) lint
	@git ls-files -co --exclude-standard '*.h' '*.cc' | xargs clang-format-14 -i

.PHONY: clean
clean: ## remove build/
	rm -rf build
