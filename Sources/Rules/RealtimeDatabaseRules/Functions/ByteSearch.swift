/// Looks for one text in others, in time linear in both, since data and rules may be hostile.
///
/// This is the algorithm of Knuth, Morris and Pratt.
struct ByteSearch {
    private let part: [UInt8]
    /// For each prefix of the part, the length of the longest shorter prefix that it ends with.
    private let borders: [Int]

    init(_ part: String) {
        let part = Array(part.utf8)
        var borders = Array(repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = borders[length - 1] }
            if part[index] == part[length] { length += 1 }
            borders[index] = length
        }
        self.part = part
        self.borders = borders
    }

    /// The first place, in bytes; nil if there is none.
    func first(in text: String) -> Int? {
        part.isEmpty ? 0 : places(in: text, limit: 1).first
    }

    /// The places from left to right that do not overlap, in bytes. The part must not be empty.
    func places(in text: String, limit: Int = .max) -> [Int] {
        var places: [Int] = []
        var length = 0
        for (index, byte) in text.utf8.enumerated() {
            while length > 0, byte != part[length] { length = borders[length - 1] }
            if byte == part[length] { length += 1 }
            guard length == part.count else { continue }
            places.append(index + 1 - length)
            length = 0
            if places.count == limit { break }
        }
        return places
    }
}
