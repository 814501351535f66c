import FirestoreModel

/// Bytes that compare like the values they encode: the key of an index.
///
/// Every value marks its own end, so values can follow one another. Values that queries treat as
/// equal (`1` and `1.0`) have the same encoding. A descending part is written with every bit flipped.
struct OrderedBytes: Hashable, Comparable, Sendable {
    private(set) var bytes: [UInt8] = []

    /// The prefix of the values of each class. None begins with 0, which ends lists and texts.
    private static func tag(_ typeClass: Value.TypeClass) -> UInt8 { UInt8(typeClass.rawValue * 4 + 4) }

    /// The first bytes after those of all values of a class.
    static func end(of typeClass: Value.TypeClass) -> [UInt8] { [tag(typeClass) + 1] }

    /// The bytes with which every value of a class begins.
    static func begin(of typeClass: Value.TypeClass) -> [UInt8] { [tag(typeClass)] }

    static func < (left: OrderedBytes, right: OrderedBytes) -> Bool {
        left.bytes.withUnsafeBytes { mine in
            right.bytes.withUnsafeBytes { theirs in
                let common = min(mine.count, theirs.count)
                for index in 0..<common where mine[index] != theirs[index] {
                    return mine[index] < theirs[index]
                }
                return mine.count < theirs.count
            }
        }
    }

    /// The smallest bytes that are greater than all that begin with these; nil if there are none.
    var afterAllWithThisPrefix: OrderedBytes? {
        guard let last = bytes.lastIndex(where: { $0 != 0xFF }) else { return nil }
        var result = OrderedBytes()
        result.bytes = Array(bytes[...last])
        result.bytes[last] += 1
        return result
    }

    /// Appends bytes unchanged.
    mutating func append(raw: [UInt8], isDescending: Bool = false) {
        bytes.append(contentsOf: isDescending ? raw.map { ~$0 } : raw)
    }

    /// Appends a value.
    mutating func append(_ value: Value, isDescending: Bool = false) {
        let start = bytes.count
        appendAscending(value)
        if isDescending {
            for index in start..<bytes.count { bytes[index] = ~bytes[index] }
        }
    }

    /// Appends the id of a document.
    mutating func append(_ id: ResourceID) {
        if let number = id.number {
            bytes.append(1)
            append(bits: UInt64(bitPattern: number) ^ (1 << 63))
        } else {
            bytes.append(2)
            append(text: id.string.utf8)
        }
    }

    private mutating func appendAscending(_ value: Value) {
        bytes.append(Self.tag(value.typeClass))
        switch value {
        case .null: break
        case .boolean(let flag): bytes.append(flag ? 1 : 0)
        case .integer(let number): append(number)
        case .double(let number): append(number)
        case .timestamp(let time):
            append(bits: UInt64(bitPattern: time.seconds) ^ (1 << 63))
            append(bits: UInt32(bitPattern: time.nanoseconds))
        case .string(let text): append(text: text.utf8)
        case .bytes(let content): append(text: content)
        case .reference(let name): append(name)
        case .geoPoint(let point):
            append(ordered: point.latitude)
            append(ordered: point.longitude)
        case .array(let elements):
            for element in elements { appendAscending(element) }
            bytes.append(0)
        case .map(let fields): append(fields)
        }
    }

    private mutating func append(_ fields: MapValue) {
        if fields.isVector {
            let elements = fields["value"]?.arrayValue ?? []
            append(bits: UInt32(clamping: elements.count))
            for element in elements { appendAscending(element) }
            return
        }
        for (name, value) in fields.sorted(by: { $0.name < $1.name }) {
            bytes.append(1)
            append(text: name.string.utf8)
            appendAscending(value)
        }
        bytes.append(0)
    }

    private mutating func append(_ name: DocumentName) {
        append(text: name.database.project.utf8)
        append(text: name.database.database.utf8)
        for segment in name.path.segments { append(segment) }
        bytes.append(0)
    }

    // MARK: Numbers

    /// A number is written as the nearest double, and then its distance from that: 0 for a double itself.
    private mutating func append(_ number: Int64) {
        let nearest = Double(number)
        append(ordered: nearest)
        // The nearest double of the largest numbers is 2^63, which does not fit an Int64.
        let distance = nearest >= 0x1p63 ? number - .max - 1 : number - Int64(nearest)
        append(bits: UInt16(bitPattern: Int16(clamping: distance)) ^ (1 << 15))
    }

    private mutating func append(_ number: Double) {
        append(ordered: number)
        append(bits: UInt16(1) << 15)
    }

    /// NaN before all others, and only one zero.
    private mutating func append(ordered number: Double) {
        if number.isNaN { return append(bits: UInt64(0)) }
        let bits = (number == 0 ? 0.0 : number).bitPattern
        append(bits: bits >> 63 == 1 ? ~bits : bits | (1 << 63))
    }

    private mutating func append(bits: some FixedWidthInteger) {
        withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// A text and its end: 0 inside it is written as 0 and 0xFF, so that the end, 0 and 1, is less.
    private mutating func append(text: some Sequence<UInt8>) {
        for byte in text {
            bytes.append(byte)
            if byte == 0 { bytes.append(0xFF) }
        }
        bytes.append(0)
        bytes.append(1)
    }
}
