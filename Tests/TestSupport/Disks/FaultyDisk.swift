import CFaultyDisk

/// A disk under SQLite's files in a folder, which fails as planned.
///
/// It steps at each write, truncation, synchronization and deletion. Sectors of 512 bytes are written whole or not at all, as SQLite
/// assumes too.
package final class FaultyDisk: Sendable {
    /// What happens at a step.
    package enum Fault: Sendable, Equatable {
        /// It fails, and with it some more.
        case fails(length: Int)
        /// There is no space, for some steps.
        case isFull(length: Int)
        /// The process is killed; everything written stays.
        case killed
        /// The power fails within the step: what is not synchronized is written or not, sector by sector.
        case losesPower

    }

    /// It has a lock of its own.
    private nonisolated(unsafe) let disk: OpaquePointer

    /// - Parameter folder: Below it, SQLite uses this disk.
    /// - Returns: Nil if there is no memory.
    package init?(folder: String) {
        guard let disk = receipts_disk_new(folder) else { return nil }
        self.disk = disk
    }

    deinit { receipts_disk_free(disk) }

    /// Plans the fault of a step; the first one is 1.
    package func plan(_ fault: Fault, at step: Int) {
        switch fault {
        case .fails(let length): receipts_disk_plan(disk, RECEIPTS_DISK_FAILS, step, length)
        case .isFull(let length): receipts_disk_plan(disk, RECEIPTS_DISK_IS_FULL, step, length)
        case .killed: receipts_disk_plan(disk, RECEIPTS_DISK_IS_KILLED, step, 1)
        case .losesPower: receipts_disk_plan(disk, RECEIPTS_DISK_LOSES_POWER, step, 1)
        }
    }

    /// Lets it say that it has synchronized what it has not.
    package func lie() { receipts_disk_lies(disk, 1) }

    package var steps: Int { receipts_disk_steps(disk) }

    /// Whether the process was killed, or the power has failed.
    package var isDead: Bool { receipts_disk_is_dead(disk) != 0 }

    /// Leaves in the files what survived, and works from then on. SQLite's files must be closed.
    ///
    /// - Returns: False if a file could not be written.
    package func revive(seed: UInt64) -> Bool { receipts_disk_revive(disk, seed) == 0 }
}
