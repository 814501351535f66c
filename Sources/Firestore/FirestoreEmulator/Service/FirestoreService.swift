import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// The methods of `google.firestore.v1.Firestore`, one function each: a typed request in, a typed response out.
///
/// A front decodes requests and encodes responses, each in its protocol's form. All else is here: what is checked and in
/// which order, who may call, and what responses hold. The order of the checks is that of Google's emulator.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
struct FirestoreService: Sendable {
    let core: EmulatorCore

    /// The database that a call is about, and who calls.
    func access(
        _ id: DatabaseID, _ metadata: CallMetadata
    ) throws(RPCStatus) -> (database: Database, caller: Caller) {
        var caller = core.rules.caller(
            try Identity(authorization: metadata.authorization), project: id.project)
        caller.isInBackground = metadata.isInBackground
        return (core.database(id), caller)
    }

    /// Checks that an administrator calls a method that nobody else may.
    static func checkAdmin(_ identity: Identity, for methods: String) throws(RPCStatus) {
        if identity != .admin {
            throw RPCStatus(.permissionDenied, "\(methods) require admin authentication.")
        }
    }
}
