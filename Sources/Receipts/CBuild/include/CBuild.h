#ifndef RECEIPTS_CBUILD_H
#define RECEIPTS_CBUILD_H

// What the manifest passes to the program about its build; each is empty if it passes nothing.

const char *_Nonnull receipts_build_version(void);
const char *_Nonnull receipts_build_commit(void);
const char *_Nonnull receipts_build_swift(void);

#endif
