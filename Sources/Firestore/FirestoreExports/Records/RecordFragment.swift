/// Part of a record, as blocks of a file contain it: a checksum of four bytes, a length of two, the kind, and the bytes.
///
/// Source: <https://github.com/google/leveldb/blob/main/doc/log_format.md>.
enum RecordFragment: UInt8 {
    case full = 1
    case first, middle, last

    /// The size of a block of a file. A fragment never crosses its end.
    static let blockSize = 32_768
    /// The size of what precedes the bytes. No fragment begins where a block has less left.
    static let headerSize = 7

    /// The fragment of a record from its first byte, to its last, to both, or to neither.
    init(isFirst: Bool, isLast: Bool) {
        self =
            switch (isFirst, isLast) {
            case (true, true): .full
            case (true, false): .first
            case (false, true): .last
            case (false, false): .middle
            }
    }

    /// The masked checksum of a fragment with these bytes.
    func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var checksum = CRC32C()
        checksum.add(CollectionOfOne(rawValue))
        checksum.add(bytes)
        return checksum.masked
    }
}
