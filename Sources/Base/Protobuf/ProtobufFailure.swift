/// Why bytes are not a message in the binary format of protocol buffers.
package enum ProtobufFailure: Error, Sendable, Equatable {
    /// The message, or a field in it, ends too early.
    case truncated
    /// A number of more than ten bytes.
    case overlongNumber
    /// A field number of 0, or one that is larger than the format allows.
    case invalidFieldNumber
    /// One of the two wire types that do not exist.
    case invalidWireType
    /// The end of a group that has not begun.
    case unexpectedEndOfGroup
    /// A string field whose bytes are not UTF-8.
    case invalidUTF8
    /// Messages inside messages, more than ``ProtobufReader/maximumDepth``.
    case nestedTooDeeply
}

extension ProtobufFailure {
    /// What is wrong, as words that follow a colon.
    package var explanation: String {
        switch self {
        case .truncated: "it ends too early"
        case .overlongNumber: "a number is longer than ten bytes"
        case .invalidFieldNumber: "a field number is out of range"
        case .invalidWireType: "a wire type does not exist"
        case .unexpectedEndOfGroup: "a group ends that has not begun"
        case .invalidUTF8: "a string is not UTF-8"
        case .nestedTooDeeply: "messages are nested too deeply"
        }
    }
}
