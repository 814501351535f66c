import FirestoreModel
import FirestoreRPC
import Protobuf

/// The protobuf form of times.
extension MessageDecoder {
    /// Reads a `google.protobuf.Timestamp`, in the range that it allows.
    mutating func timestamp(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> Timestamp {
        let message = try ProtobufMessage(bytes)
        let (seconds, nanoseconds) = (message.int64(1) ?? 0, message.int32(2) ?? 0)
        guard Timestamp.secondsRange.contains(seconds) else {
            refuse(.invalidArgument("Timestamp seconds exceeds limit for field."))
            return .zero
        }
        guard (0..<1_000_000_000).contains(nanoseconds) else {
            refuse(.invalidArgument("Timestamp nanos exceeds limit for field."))
            return .zero
        }
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }

    /// Reads the time in a field of a message; nil if it is not set.
    mutating func timestamp(_ message: ProtobufMessage, _ number: Int) throws(ProtobufFailure) -> Timestamp? {
        guard let bytes = message.messageBytes(number) else { return nil }
        return try timestamp(bytes)
    }
}

extension ProtobufWriter {
    mutating func timestamp(_ number: Int, _ time: Timestamp?) {
        guard let time else { return }
        message(number) { writer in
            if time.seconds != 0 { writer.integer(1, time.seconds) }
            if time.nanoseconds != 0 { writer.integer(2, time.nanoseconds) }
        }
    }
}
