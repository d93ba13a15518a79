PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
ZSH ?= $(PREFIX)/share/zsh/site-functions
RELEASE = -c release --static-swift-stdlib --product newsdigest
# An import without a dependency in Package.swift builds or fails by chance of order, so it is an error.
TEST = ./scripts/test.sh swift test --explicit-target-dependency-import-check error
# What is installed: `build`, or `postgresql` for the program with PostgreSQL, which the packages hold.
VARIANT ?= build
BINARY = $(if $(filter postgresql,$(VARIANT)),.build/postgresql,.build)/release/newsdigest
DEMO = .build/demo
DEBUG = $(subst /release/,/debug/,$(BINARY))
MAN = .build/man
COMPLETIONS = .build/completions
DIST = .build/dist
# The day of the last commit, so that the same sources give the same pages and packages.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)

.PHONY: all help setup build postgresql demo test test-postgresql soak soak-postgresql bench fuzz lint documents install uninstall deb dist clean

all: build

# Each target with its comment in this file.
help:
	@awk '/^[a-z-]+:/ { sub(/:.*/, ""); if (text) printf "  make %-15s %s\n", $$0, text } \
	    !/^#/ { text = "" } /^## / { text = substr($$0, 4) }' Makefile

## installs the system libraries that are missing
setup:
	@./scripts/setup.sh

## builds .build/release/newsdigest
# The program names the commit in its version.
build: export NEWSDIGEST_COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null)
build: setup
	swift build $(RELEASE)

POSTGRESQL = --scratch-path .build/postgresql --traits PostgreSQL

## builds .build/postgresql/release/newsdigest, for states on PostgreSQL servers
postgresql: export NEWSDIGEST_COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null)
postgresql:
	@./scripts/setup.sh libpq
	swift build $(RELEASE) $(POSTGRESQL)

## writes .build/demo/digest.html from recorded answers
# The main job on the recorded sources of demo/recording: no network, no key, always the same digest. A debug build
# takes two thirds of the time of a release, and `make test` goes on from it.
demo: setup
	$(if $(filter postgresql,$(VARIANT)),@./scripts/setup.sh libpq)
	swift build --product newsdigest $(if $(filter postgresql,$(VARIANT)),$(POSTGRESQL))
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	$(DEBUG) --config demo/config.toml --replay demo/recording --state $(DEMO)/state.sqlite --out $(DEMO)/digest.html
	@$(DEBUG) --config demo/config.toml --replay demo/recording --state $(DEMO)/markdown.sqlite --out $(DEMO)/digest.md --quiet
	@echo "wrote $(DEMO)/digest.html and $(DEMO)/digest.md"

## builds and runs all tests, or those that FILTER names
test: setup
	$(TEST) $(if $(FILTER),--filter '$(FILTER)')

## runs the tests of the state with PostgreSQL
# They start servers of their own.
test-postgresql:
	@./scripts/setup.sh libpq postgresql
	$(TEST) $(POSTGRESQL) --filter 'StateTests|PostgreSQL'

FUZZ_TARGETS = Fuzz HTML Page Calendar Addresses Configuration

## fuzzes each reader of foreign texts for SECONDS (10)
fuzz: setup
	@./scripts/setup.sh xz
	for target in $(FUZZ_TARGETS); do fuzz/run.sh $(or $(SECONDS),10) $$target || exit; done

## checks the format of the sources
lint:
	swift format lint --strict --recursive Package.swift Sources Tests Templates bench fuzz

## builds the program, its manual pages and completions
# They come from the program itself, so that they cannot differ from its help.
documents: $(VARIANT)
	@./scripts/setup.sh python3
	@rm -rf $(MAN) $(COMPLETIONS) && mkdir -p $(COMPLETIONS)
	scripts/man.py $(BINARY) $(MAN)
	$(BINARY) --generate-completion-script bash | sed '1{/^#!/d;}' > $(COMPLETIONS)/newsdigest
	$(BINARY) --generate-completion-script zsh > $(COMPLETIONS)/_newsdigest
	$(BINARY) --generate-completion-script fish > $(COMPLETIONS)/newsdigest.fish

# With sudo, `install` takes what was built without it: root's PATH often has no Swift.
BUILT = $(and $(SUDO_USER),$(wildcard $(BINARY)),$(wildcard $(MAN)/newsdigest.1))

## installs the program, its manual pages and completions below PREFIX (/usr/local)
install: $(if $(BUILT),,documents)
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/man/man5 $(SHARE)/bash-completion/completions \
	    $(DESTDIR)$(ZSH) $(SHARE)/fish/vendor_completions.d
	install -s -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/newsdigest
	install -m 644 $(MAN)/*.1 $(SHARE)/man/man1/
	install -m 644 $(MAN)/*.5 $(SHARE)/man/man5/
	install -m 644 $(COMPLETIONS)/newsdigest $(SHARE)/bash-completion/completions/newsdigest
	install -m 644 $(COMPLETIONS)/_newsdigest $(DESTDIR)$(ZSH)/_newsdigest
	install -m 644 $(COMPLETIONS)/newsdigest.fish $(SHARE)/fish/vendor_completions.d/newsdigest.fish

## removes what `make install` installed
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/newsdigest $(SHARE)/man/man1/newsdigest.1 $(SHARE)/man/man1/newsdigest-*.1 \
	    $(SHARE)/man/man5/newsdigest.toml.5 $(SHARE)/bash-completion/completions/newsdigest \
	    $(DESTDIR)$(ZSH)/_newsdigest $(SHARE)/fish/vendor_completions.d/newsdigest.fish

## makes .build/dist/newsdigest_VERSION_ARCHITECTURE.deb
deb:
	@rm -rf .build/deb
	$(MAKE) install VARIANT=postgresql DESTDIR=$(CURDIR)/.build/deb PREFIX=/usr ZSH=/usr/share/zsh/vendor-completions
	packaging/debian/build.sh .build/deb $(DIST)

## makes .build/dist/newsdigest-VERSION-linux-ARCHITECTURE.tar.gz
dist:
	@rm -rf .build/tree
	$(MAKE) install VARIANT=postgresql DESTDIR=$(CURDIR)/.build/tree PREFIX=
	packaging/dist.sh .build/tree $(DIST)

## kills the process 300 times and more, and counts what arrives
# Needs Python 3 and a debug build.
soak: setup
	swift build --product newsdigest
	Tests/Soak/soak.py --binary .build/debug/newsdigest --kills $(or $(KILLS),300)

## kills machines that share a state on PostgreSQL, cuts their connections, and counts what arrives
soak-postgresql:
	@./scripts/setup.sh libpq postgresql
	swift build $(POSTGRESQL) --product newsdigest
	Tests/Soak/machines.py --binary .build/postgresql/debug/newsdigest
	Tests/Soak/cuts.py --binary .build/postgresql/debug/newsdigest

## measures speed and memory beside the peers that are installed
# It measures gathering, parsing, grouping, many readers and a long history. It takes minutes, and wants a quiet machine.
# DATA is a folder of labelled news for bench/group.py; without one its speed alone is measured.
bench: build
	swift build -c release --static-swift-stdlib --product StateGenerator
	bench/gather.sh 500 0.1 16
	ALONE=1 bench/gather.sh 1000 0.1 16
	bench/parse.py
	bench/group.py --binary $(BINARY) $(DATA)
	bench/readers.py --binary $(BINARY)
	bench/state.py --items $(or $(ITEMS),200000) --digests $(or $(DIGESTS),2000)

## removes everything that was built
clean:
	rm -rf .build
