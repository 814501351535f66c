import EmulatorAccess
import FirestoreModel
import HTTPTypes

extension AdministrativeAccess {
    /// The refusal of a request; nil if the request is allowed.
    ///
    /// The path is decoded as for routing, so that no spelling bypasses the check.
    func refusal(of request: HTTPRequest) -> RPCStatus? {
        guard let objection = objection(toSenderOf: request),
            let path = try? RequestTarget(request.path ?? "/").path,
            AdministrativeAccess.isAdministrative(path)
        else { return nil }
        return RPCStatus(.permissionDenied, objection)
    }

    /// Everything that only an emulator has, including future paths.
    private static func isAdministrative(_ path: String) -> Bool {
        path.hasPrefix("/emulator/") || path == "/reset" || path == "/shutdown"
    }
}
