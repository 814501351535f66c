import FirestoreModel

/// Where a client can resume: a moment of a database, and the targets that it had there.
struct ResumeToken: Sendable, Equatable {
    /// The database's history. Another process has another one, with other documents at the same time.
    let history: UInt64
    let time: Timestamp
    /// The time as the client saw it: later, if it had resumed from a token of the future.
    let shownTime: Timestamp
    /// The tags of the targets; none for any target.
    let tags: [UInt32]

    /// The maximum number of targets that a token names.
    private static let maximumTags = 16

    /// There is still time after it.
    private static let range = Timestamp.zero..<Timestamp(seconds: 253_000_000_000, nanoseconds: 0)

    private static let mark = Array("rr1".utf8)

    init(history: UInt64, time: Timestamp, shownTime: Timestamp, tags: [UInt32]) {
        self.history = history
        self.time = time
        self.shownTime = shownTime
        self.tags = tags.count <= ResumeToken.maximumTags ? tags : []
    }

    /// Reads a token; nil for other bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: ResumeToken.mark) else { return nil }
        var rest = bytes.dropFirst(ResumeToken.mark.count)
        guard rest.count >= 24, rest.count.isMultiple(of: 4), rest.count <= 24 + 4 * ResumeToken.maximumTags
        else { return nil }
        history = UInt64(taking: &rest)
        time = Timestamp(microseconds: Int64(bitPattern: UInt64(taking: &rest)))
        shownTime = Timestamp(microseconds: Int64(bitPattern: UInt64(taking: &rest)))
        guard ResumeToken.range.contains(time), ResumeToken.range.contains(shownTime) else { return nil }
        var tags: [UInt32] = []
        while !rest.isEmpty { tags.append(UInt32(taking: &rest)) }
        self.tags = tags
    }

    var bytes: [UInt8] {
        var bytes = ResumeToken.mark
        bytes.append(history)
        bytes.append(UInt64(bitPattern: time.microseconds))
        bytes.append(UInt64(bitPattern: shownTime.microseconds))
        for tag in tags { bytes.append(tag) }
        return bytes
    }

    /// Whether a target is one of those that the token is for.
    func isFor(_ tag: UInt32) -> Bool { tags.isEmpty || tags.contains(tag) }

    /// Whether bytes have the form of another server's tokens: messages of Protocol Buffers.
    static func isForeign(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] == 0x0A && Int(bytes[1]) <= bytes.count - 2
    }
}

extension FixedWidthInteger {
    fileprivate init(taking bytes: inout ArraySlice<UInt8>) {
        self = 0
        for byte in bytes.prefix(Self.bitWidth / 8) { self = self << 8 | Self(byte) }
        bytes = bytes.dropFirst(Self.bitWidth / 8)
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
