#ifndef RECEIPTS_CFAULTYDISK_H
#define RECEIPTS_CFAULTYDISK_H

#include <stdint.h>

/// A disk under SQLite that fails as planned. SQLite uses it for the files of one folder, through its default file layer.
///
/// It steps at each write, truncation, synchronization and deletion. What was written but not synchronized since is kept apart from what a
/// power failure leaves.
typedef struct receipts_disk receipts_disk;

typedef enum {
    RECEIPTS_DISK_WORKS,
    /// The step fails with an I/O error, and so do `length - 1` more.
    RECEIPTS_DISK_FAILS,
    /// The step fails because the disk is full, and so do `length - 1` more that need space.
    RECEIPTS_DISK_IS_FULL,
    /// The process is killed before the step: everything written so far stays.
    RECEIPTS_DISK_IS_KILLED,
    /// The power fails in the middle of the step. Of what was not synchronized, each sector may be there or not.
    RECEIPTS_DISK_LOSES_POWER,
} receipts_disk_fault;

/// A new disk for the files whose paths begin so; null if there is no memory.
receipts_disk *receipts_disk_new(const char *folder);

/// Plans the fault of a step; the first one is 1.
void receipts_disk_plan(receipts_disk *disk, receipts_disk_fault fault, long step, long length);

/// Whether synchronizing does nothing, although it says otherwise.
void receipts_disk_lies(receipts_disk *disk, int lies);

/// The number of steps so far.
long receipts_disk_steps(receipts_disk *disk);

/// Whether the process was killed or the power has failed. Until it is revived, everything fails.
int receipts_disk_is_dead(receipts_disk *disk);

/// Leaves in the files what survived, and works without faults from then on. Before, SQLite's files must be closed.
///
/// - Returns: 0, or -1 if a file could not be written.
int receipts_disk_revive(receipts_disk *disk, uint64_t seed);

/// Ends it. Before, SQLite's files must be closed.
void receipts_disk_free(receipts_disk *disk);

#endif
