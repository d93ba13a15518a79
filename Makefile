PREFIX ?= /usr/local
RELEASE = -c release --static-swift-stdlib
BINARY = .build/release/newsdigest

.PHONY: all setup build test install lint

all: build

setup:
	@./scripts/setup.sh

build: setup
	swift build $(RELEASE) --product newsdigest

test: setup
	swift test

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/newsdigest

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Templates
