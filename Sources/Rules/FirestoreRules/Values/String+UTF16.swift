/// Texts as the language sees them: runs of UTF-16 units.
extension String {
    /// The text of some of the units. A half of a surrogate pair becomes U+FFFD: Swift's strings cannot hold it.
    package func utf16Slice(_ range: Range<Int>) -> String {
        let units = utf16
        if units.count == utf8.count {
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return String(self[start..<utf8.index(start, offsetBy: range.count)])
        }
        let start = units.index(units.startIndex, offsetBy: range.lowerBound)
        return String(decoding: units[start..<units.index(start, offsetBy: range.count)], as: UTF16.self)
    }
}
