/// Bytes that are written one after the other.
///
/// The array is always longer than what stands in it, so that several pieces can be written at once without a check for each
/// of them whether the array must grow or is shared: that is most of what writing short pieces costs.
struct ByteOutput {
    private var storage: [UInt8] = []
    /// How many bytes have been written.
    private(set) var count = 0

    init(capacity: Int) {
        storage.reserveCapacity(capacity)
    }

    /// What has been written.
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

    /// Makes room for so many bytes, and lets the closure fill it, not necessarily to its end.
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

    /// Writes a part of what has been written once more.
    mutating func writeAgain(_ part: Range<Int>) {
        if storage.count - count < part.count { makeRoom(part.count) }
        storage.withUnsafeMutableBufferPointer { buffer in
            _ = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                .update(fromContentsOf: UnsafeBufferPointer(rebasing: buffer[part]))
        }
        count += part.count
    }

    /// Takes care that so many bytes more can be written without the array moving.
    mutating func reserve(_ more: Int) {
        if count + more <= storage.capacity { return }
        // Doubled at least: who asks again and again shall not have everything moved each time.
        storage.reserveCapacity(max(count + more, storage.capacity * 2))
    }

    @inline(never)
    private mutating func makeRoom(_ more: Int) {
        let free = storage.capacity - storage.count
        let step = free > 0 ? min(free, 4096) : 512
        storage.append(contentsOf: repeatElement(0, count: max(more, step)))
    }

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
