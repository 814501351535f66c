package import FirestoreModel

extension SeededGenerator {
    /// A value of any kind that a document can hold, with arrays and maps nested up to a depth.
    package mutating func randomValue(depth: Int = 3) -> Value {
        switch int(depth > 0 ? 0...11 : 0...8) {
        case 0: .null
        case 1: .boolean(oneIn(2))
        case 2: .integer(randomInteger())
        case 3: .double(randomDouble())
        case 4: .timestamp(randomTimestamp())
        case 5: .string(randomText())
        case 6: .bytes(bytes(0...9))
        case 7: .reference(randomDocumentName())
        case 8: .geoPoint(randomGeoPoint())
        case 9: .array(list(0...4) { $0.randomElement(depth: depth - 1) })
        default: .map(randomFields(depth: depth - 1))
        }
    }

    /// A value that may stand in an array: any but an array.
    package mutating func randomElement(depth: Int = 3) -> Value {
        let value = randomValue(depth: depth)
        return value.arrayValue == nil ? value : .map(["nested": value])
    }

    /// The fields of a document or of a map.
    package mutating func randomFields(depth: Int = 3) -> MapValue {
        MapValue(pairs: list(0...5) { (FieldName($0.randomText(1...6)), $0.randomValue(depth: depth)) })
    }

    /// An integer, often at an edge.
    package mutating func randomInteger() -> Int64 {
        let edges: [Int64] = [0, 1, -1, .max, .min, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1]
        return oneIn(2) ? pick(edges) : Int64(bitPattern: next())
    }

    /// A double, often a special one; any bit pattern otherwise.
    package mutating func randomDouble() -> Double {
        let edges: [Double] = [
            0, 1, -1, 0.1, 1e-3, 9.999e-4, 1e7, 9_999_999, .nan, .infinity, -.infinity,
            .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, .leastNormalMagnitude, .pi, 0x1p53, 0x1p63, -0x1p63,
        ]
        if oneIn(2) { return pick(edges) }
        let number = Double(bitPattern: next())
        return number.isNaN ? .nan : number
    }

    /// A time of the years 1 to 9999, in microseconds.
    package mutating func randomTimestamp() -> Timestamp {
        let fraction = pick([0, 0, 123, 123_000, 999_999, int(0...999_999)])
        return Timestamp(
            seconds: .random(in: Timestamp.secondsRange, using: &self), nanoseconds: Int32(fraction * 1000))
    }

    /// A time that a version of a document may have, or a read may ask for: past 1970, up to the year 9999.
    package mutating func randomVersionTime() -> Timestamp {
        let time = randomTimestamp()
        return time > .zero ? time : Timestamp(seconds: 1 - time.seconds, nanoseconds: time.nanoseconds)
    }

    package mutating func randomGeoPoint() -> GeoPoint {
        GeoPoint(
            latitude: pick([0, -90, 90, .random(in: -90...90, using: &self)]),
            longitude: pick([0, -180, 180, .random(in: -180...180, using: &self)]))
    }
}
