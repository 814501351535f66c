// Tells the thread sanitizer when a lock of Swift's Mutex is taken or given back while other threads wait for it. The compiler inlines the
// quick way into instrumented code, but this one is in Swift's library, which is not: the sanitizer would see no order between the threads.
// Loaded before that library (LD_PRELOAD) by Scripts/sanitize.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Part of a sanitized program; others that it starts have none, and no such lock.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

// The methods of Synchronization._MutexHandle, whose only member is the lock's word.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT _Bool try_lock(CONTEXT void *handle) __asm__(TRY_LOCK);
SWIFT void unlock(CONTEXT void *handle) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, CONTEXT void *handle) {
    SWIFT void (*next)(uint32_t, CONTEXT void *) = dlsym(RTLD_NEXT, LOCK);
    next(thread, handle);
    __tsan_acquire(handle);
}

SWIFT _Bool try_lock(CONTEXT void *handle) {
    SWIFT _Bool (*next)(CONTEXT void *) = dlsym(RTLD_NEXT, TRY_LOCK);
    _Bool is_locked = next(handle);
    if (is_locked) __tsan_acquire(handle);
    return is_locked;
}

SWIFT void unlock(CONTEXT void *handle) {
    SWIFT void (*next)(CONTEXT void *) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(handle);
    next(handle);
}
