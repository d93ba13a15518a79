PREFIX ?= /usr/local
RELEASE = -c release --static-swift-stdlib --product newsdigest
BINARY = .build/release/newsdigest
DEMO = .build/demo

.PHONY: all setup build demo test soak bench lint install uninstall clean

all: build

setup:
	@./scripts/setup.sh

build: setup
	swift build $(RELEASE)

# The main job on the recorded sources of demo/recording: no network, no key, always the same digest.
demo: build
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	$(BINARY) --config demo/config.toml --replay demo/recording --state $(DEMO)/state.sqlite --out $(DEMO)/digest.html
	@$(BINARY) --config demo/config.toml --replay demo/recording --state $(DEMO)/markdown.sqlite --out $(DEMO)/digest.md --quiet 2>/dev/null
	@echo "wrote $(DEMO)/digest.html and $(DEMO)/digest.md"

test: setup
	swift test --no-parallel

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Templates

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/newsdigest

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/newsdigest

# Kills the process 300 times and more, and counts at the receiving end. Needs Python 3 and a debug build.
soak: setup
	swift build --product newsdigest
	Tests/Soak/soak.py --binary .build/debug/newsdigest --kills $(or $(KILLS),300)

# What gathering, parsing, grouping and a long history cost, beside the peers that are installed. Takes minutes, and wants
# a quiet machine. DATA is a folder of labelled news for bench/group.py; without one its speed alone is measured.
bench: build
	swift build -c release --static-swift-stdlib --product StateGenerator
	bench/gather.sh 500 0.1 16
	ALONE=1 bench/gather.sh 1000 0.1 16
	bench/parse.py
	bench/group.py --binary $(BINARY) $(DATA)
	bench/state.py --items $(or $(ITEMS),200000) --digests $(or $(DIGESTS),2000)

clean:
	rm -rf .build
