#ifndef RECEIPTS_CSQLITE_SHIM_H
#define RECEIPTS_CSQLITE_SHIM_H

#include <sqlite3.h>

// A cast, which Swift does not import: SQLite copies the bytes that are bound.
static inline sqlite3_destructor_type receipts_sqlite_copies(void) { return SQLITE_TRANSIENT; }

#endif
