package import FirestoreModel
import JSONText

/// How an emulator answers listeners, as a request and as a response: `{"resume": "exact"}`.
package struct ListeningMessage: WireMessage, Sendable, Equatable {
    /// How listeners are answered that resume; not checked.
    package var resume: String

    package init(resume: String) {
        self.resume = resume
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            ListeningMessage(resume: try MessageReader(json, "resume").string("resume") ?? "")
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("resume") { $0.string(resume) }
    }
}
