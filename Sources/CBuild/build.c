#include "build.h"

// Package.swift defines it. Only this file is compiled again when the commit changes.
#ifndef NEWSDIGEST_COMMIT
#define NEWSDIGEST_COMMIT ""
#endif

const char *build_commit(void) { return NEWSDIGEST_COMMIT; }
