import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// The methods of `google.firestore.v1.Firestore`, one function each, with a typed request and a typed response.
///
/// A front decodes requests and encodes responses in its protocol's format. Everything else is here: the checks and
/// their order, permissions, and the content of responses. The order of the checks is that of Google's emulator.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
struct FirestoreService: Sendable {
    let core: EmulatorCore

    /// The database of a call, and the caller.
    func access(
        _ id: DatabaseID, _ metadata: CallMetadata
    ) throws(RPCStatus) -> (database: Database, caller: Caller) {
        let sender = try core.senders.sender(authorization: metadata.authorization)
        if core.profile == .production {
            try sender.identity.checkClaims(project: id.project, at: core.clock.now())
        }
        var caller = core.rules.caller(sender, project: id.project)
        caller.isInBackground = metadata.isInBackground
        caller.record = metadata.record
        return (core.database(id), caller)
    }

    /// Checks that the caller of an administrators' method is one.
    static func checkAdmin(_ identity: Identity, for methods: String) throws(RPCStatus) {
        if identity != .admin {
            throw RPCStatus(.permissionDenied, "\(methods) require admin authentication.")
        }
    }
}
