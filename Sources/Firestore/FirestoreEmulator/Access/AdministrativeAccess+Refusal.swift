import EmulatorAccess
import FirestoreModel
import HTTPTypes

extension AdministrativeAccess {
    /// What to answer to a request that is not allowed; nil for any other.
    ///
    /// The path is decoded as routes are found by it, so that no spelling of one passes by.
    func refusal(of request: HTTPRequest) -> RPCStatus? {
        guard let objection = objection(toSenderOf: request),
            let path = try? RequestTarget(request.path ?? "/").path,
            AdministrativeAccess.isAdministrative(path)
        else { return nil }
        return RPCStatus(.permissionDenied, objection)
    }

    /// All that only an emulator has, also what is yet to come.
    private static func isAdministrative(_ path: String) -> Bool {
        path.hasPrefix("/emulator/") || path == "/reset" || path == "/shutdown"
    }
}
