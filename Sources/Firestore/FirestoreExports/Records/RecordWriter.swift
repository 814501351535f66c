/// Divides records into the fragments and blocks of a file.
package struct RecordWriter {
    /// The number of bytes that the last block has.
    private var used = 0

    package init() {}

    /// The bytes that follow those of the earlier records in the file.
    package mutating func bytes(of record: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(record.count + RecordFragment.headerSize * (record.count >> 15 + 2))
        var rest = record[...]
        var isFirst = true
        while isFirst || !rest.isEmpty {
            let left = RecordFragment.blockSize - used
            if left < RecordFragment.headerSize {
                bytes += repeatElement(0, count: left)
                used = 0
                continue
            }
            let part = rest.prefix(left - RecordFragment.headerSize)
            rest = rest.dropFirst(part.count)
            let fragment = RecordFragment(isFirst: isFirst, isLast: rest.isEmpty)
            append(UInt32(fragment.checksum(part)), to: &bytes)
            append(UInt16(part.count), to: &bytes)
            bytes.append(fragment.rawValue)
            bytes += part
            used += RecordFragment.headerSize + part.count
            isFirst = false
        }
        return bytes
    }

    private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}
