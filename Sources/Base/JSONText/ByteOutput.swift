/// A growing buffer of bytes.
///
/// The array is always longer than its content, so that several pieces can be written at once without checking for each
/// whether the array must grow or is shared; that check is most of the cost of short pieces.
struct ByteOutput {
    private var storage: [UInt8] = []
    /// The number of bytes written.
    private(set) var count = 0

    init(capacity: Int) {
        storage.reserveCapacity(capacity)
    }

    /// The bytes written so far.
    var bytes: [UInt8] {
        mutating get {
            storage.removeLast(storage.count - count)
            return storage
        }
    }

    mutating func write(_ byte: UInt8) {
        if count == storage.count { makeRoom(1) }
        storage[count] = byte
        count += 1
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        write(atMost: bytes.count) { $0.append(bytes) }
    }

    /// Reserves this many bytes, and lets the closure fill them, not necessarily all.
    @inline(__always)
    mutating func write(atMost maximum: Int, _ fill: (inout Room) -> Void) {
        if storage.count - count < maximum { makeRoom(maximum) }
        let start = count
        count += storage.withUnsafeMutableBufferPointer { buffer in
            var room = Room(UnsafeMutableBufferPointer(rebasing: buffer[start..<start + maximum]))
            fill(&room)
            return room.count
        }
    }

    /// Repeats a part of the bytes written so far.
    mutating func writeAgain(_ part: Range<Int>) {
        if storage.count - count < part.count { makeRoom(part.count) }
        storage.withUnsafeMutableBufferPointer { buffer in
            _ = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                .update(fromContentsOf: UnsafeBufferPointer(rebasing: buffer[part]))
        }
        count += part.count
    }

    /// Ensures that this many more bytes can be written without moving the array.
    mutating func reserve(_ more: Int) {
        if count + more <= storage.capacity { return }
        // At least doubled, so that repeated calls do not move everything each time.
        storage.reserveCapacity(max(count + more, storage.capacity * 2))
    }

    @inline(never)
    private mutating func makeRoom(_ more: Int) {
        let free = storage.capacity - storage.count
        let step = free > 0 ? min(free, Self.zeros.count) : 512
        var missing = max(more, step)
        while missing > 0 {
            let piece = Self.zeros.prefix(missing)
            storage.append(contentsOf: piece)
            missing -= piece.count
        }
    }

    /// Bytes to copy: without optimization, appending repeated elements takes a thousand times as long.
    private static let zeros = [UInt8](repeating: 0, count: 4096)

    /// A part of the output that is being filled.
    struct Room {
        private let bytes: UnsafeMutableBufferPointer<UInt8>
        fileprivate var count = 0

        fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func append(_ byte: UInt8) {
            precondition(count < bytes.count)
            bytes[count] = byte
            count += 1
        }

        mutating func append(_ byte: UInt8, count repetitions: Int) {
            precondition(bytes.count - count >= repetitions)
            UnsafeMutableBufferPointer(rebasing: bytes[count..<count + repetitions]).update(repeating: byte)
            count += repetitions
        }

        mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
            precondition(bytes.count - count >= more.count)
            _ = UnsafeMutableBufferPointer(rebasing: bytes[count...]).update(fromContentsOf: more)
            count += more.count
        }
    }
}
