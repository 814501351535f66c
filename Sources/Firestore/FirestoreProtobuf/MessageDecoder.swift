import FirestoreModel
import FirestoreRPC
import Protobuf

/// Decodes messages from protobuf's binary format, in the two stages in which Firestore refuses them: bytes that are not a message at
/// once, and content that it refuses when the service asks for it.
///
/// Field numbers are those of the public interface.
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
package struct MessageDecoder {
    var content = ContentChecker()

    /// Decodes a message, and finds the problem of its content, if any.
    static func decode<Message>(
        _ bytes: [UInt8],
        _ read: (inout MessageDecoder, ProtobufMessage) throws(ProtobufFailure) -> Message
    ) throws(RPCStatus) -> Decoded<Message> {
        do throws(ProtobufFailure) {
            var decoder = MessageDecoder()
            let message = try read(&decoder, ProtobufMessage(ProtobufBytes(bytes)))
            return Decoded(message, refusal: decoder.content.refusal)
        } catch {
            throw .invalidArgument("The request is not a valid protocol buffer: \(error.explanation).")
        }
    }

    mutating func refuse(_ status: RPCStatus) { content.refuse(status) }

    /// Reads a part, and returns the problem of its content instead of recording it.
    func readSeparately<Part>(
        _ read: (inout MessageDecoder) throws(ProtobufFailure) -> Part
    ) throws(ProtobufFailure) -> Decoded<Part> {
        var decoder = self
        decoder.content.forgetRefusal()
        return Decoded(try read(&decoder), refusal: decoder.content.refusal)
    }
}
