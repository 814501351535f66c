/// A field of a message as it is on the wire.
package struct ProtobufField: Sendable {
    package let number: Int
    package let content: Content

    package enum Content: Sendable {
        /// An integer, a boolean or an enum.
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        /// A string, bytes, a message or packed numbers.
        case bytes(ProtobufBytes)
        /// The fields between the two tags of a group, the form that messages inside messages had before today's.
        case group(ProtobufBytes)
    }

    package init(number: Int, content: Content) {
        self.number = number
        self.content = content
    }
}

/// Some of the bytes of a message, which are not copied.
package struct ProtobufBytes: Sendable {
    let storage: [UInt8]
    let range: Range<Int>
    /// The number of messages around these bytes.
    let depth: Int

    package init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices, depth: 0) }

    init(_ storage: [UInt8], _ range: Range<Int>, depth: Int) {
        self.storage = storage
        self.range = range
        self.depth = depth
    }

    package var array: [UInt8] {
        range.count == storage.count ? storage : Array(storage[range])
    }

    /// Whether these are the bytes of a text.
    package func isText(_ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount
            && text.withUTF8Buffer { text in
                storage.withUnsafeBufferPointer {
                    UnsafeBufferPointer(rebasing: $0[range]).elementsEqual(text)
                }
            }
    }

    /// The text of a string field.
    package func text() throws(ProtobufFailure) -> String {
        let text = storage.withUnsafeBufferPointer {
            String(validating: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
        }
        guard let text else { throw .invalidUTF8 }
        return text
    }
}
