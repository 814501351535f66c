#ifndef RECEIPTS_CTASKHOOK_SHIM_H
#define RECEIPTS_CTASKHOOK_SHIM_H

/// Swift's runtime hands each job to this function, if there is one, instead of to its thread pool.
///
/// Source: `include/swift/Runtime/Concurrency.h` of the Swift project.
extern void *swift_task_enqueueGlobal_hook;

/// Where the runtime keeps its hook. Swift would refuse to touch the variable itself, which any thread could change.
static inline void **receipts_task_hook(void) { return &swift_task_enqueueGlobal_hook; }

#endif
