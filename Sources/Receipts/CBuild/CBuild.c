#include "CBuild.h"

// In C, because only C takes values from the manifest. This file is all that a new commit compiles again.

#ifndef RECEIPTS_VERSION
#define RECEIPTS_VERSION ""
#endif
#ifndef RECEIPTS_COMMIT
#define RECEIPTS_COMMIT ""
#endif
#ifndef RECEIPTS_SWIFT
#define RECEIPTS_SWIFT ""
#endif

const char *receipts_build_version(void) { return RECEIPTS_VERSION; }
const char *receipts_build_commit(void) { return RECEIPTS_COMMIT; }
const char *receipts_build_swift(void) { return RECEIPTS_SWIFT; }
