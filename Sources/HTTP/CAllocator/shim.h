#ifndef CALLOCATOR_SHIM_H
#define CALLOCATOR_SHIM_H

// The statistics of glibc's allocator, which Swift's own module of glibc leaves out.

#include <stddef.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Returns freed memory to the system, where whole pages are free.
static inline void callocator_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// How many bytes are in use, and how many were freed and are kept for later. Returns 0 where the allocator does not say.
static inline int callocator_usage(size_t *used, size_t *kept) {
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    *used = info.uordblks + info.hblkhd;
    *kept = info.fordblks;
    return 1;
#endif
#endif
    return 0;
}

#endif
