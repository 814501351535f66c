/// The body of a request with messages: a form with header fields and numbered messages, everything percent-encoded.
///
///     headers=Authorization%3ABearer%20owner%0D%0A&count=1&ofs=0&req0___data__=%7B%7D
struct ChannelForm: Sendable {
    /// The header fields that a page cannot send as such without a request beforehand.
    private(set) var headers = ChannelHeaders("")
    /// The messages, in the order of the form.
    private(set) var maps: [ChannelMap] = []

    /// Reads a form. What it has besides is passed over.
    ///
    /// - Returns: nil for a broken encoding, an invalid number, or more messages than a client sends at once.
    init?(_ body: [UInt8]) {
        var offset = 0
        var messages: [(index: Int, json: [UInt8])] = []
        for item in body.split(separator: UInt8(ascii: "&")) {
            let nameEnd = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = item[..<nameEnd]
            let value = item[nameEnd...].dropFirst()
            if name.elementsEqual("headers".utf8) {
                guard let block = FormEncoding.decode(value) else { return nil }
                headers = ChannelHeaders(String(decoding: block, as: UTF8.self))
            } else if name.elementsEqual("ofs".utf8) {
                guard let number = ChannelForm.number(value) else { return nil }
                offset = number
            } else if let digits = ChannelForm.digits(ofMessage: name) {
                guard let index = ChannelForm.number(digits), let json = FormEncoding.decode(value),
                    messages.count < ChannelForm.maximumCount
                else { return nil }
                messages.append((index, json))
            }
        }
        // A message's number is in its name: a repeated request may mix messages of several ones before.
        maps = messages.map { ChannelMap(number: offset + $0.index, json: $0.json) }
        if maps.contains(where: { $0.number < 0 }) { return nil }
    }

    /// The digits in `req12___data__`; nil for another name.
    private static func digits(ofMessage name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let (start, end) = ("req".utf8, "___data__".utf8)
        guard name.count > start.count + end.count, name.starts(with: start),
            name.suffix(end.count).elementsEqual(end)
        else { return nil }
        return name.dropFirst(start.count).dropLast(end.count)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int32(String(decoding: digits, as: UTF8.self)).map(Int.init)
    }

    private static let maximumCount = 1000
}

/// Header fields as lines of text.
struct ChannelHeaders: Sendable {
    private let lines: [Substring]

    init(_ block: String) {
        lines = block.split(whereSeparator: \.isNewline)
    }

    /// The value of a field; nil if there is none. Case does not matter.
    func value(_ name: String) -> String? {
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased()
            else {
                continue
            }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }
}

/// The encoding of the values of a form: as in URLs, and a plus is a space.
///
/// Source: <https://url.spec.whatwg.org/#urlencoded-parsing>, except that a broken code is refused.
enum FormEncoding {
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 1 < text.endIndex, let high = digit(text[index]),
                    let low = digit(text[index + 1])
                else { return nil }
                bytes.append(high << 4 | low)
                index += 2
            case _: bytes.append(byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case _: nil
        }
    }
}
