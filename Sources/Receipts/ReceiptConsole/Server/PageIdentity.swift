import CoreValues
import FirestoreClient
import HTTPTypes
import JSONText

/// Whom a request of the page acts as, according to its headers; any user on an emulator.
///
/// `X-Act-As` is `nobody`, or `user` and a percent-encoded id; `X-Claims` has the percent-encoded JSON of more claims.
enum PageIdentity {
    private static let actAs = HTTPField.Name("X-Act-As")
    private static let claims = HTTPField.Name("X-Claims")

    /// The credentials; nil for the console's own.
    ///
    /// - Parameter isEmulator: Whether requests can act as any user.
    static func credentials(
        of request: HTTPRequest, isEmulator: Bool
    ) throws(ConsoleFailure) -> Credentials? {
        func value(_ name: HTTPField.Name?) -> String? { name.flatMap { request.headerFields[$0] } }
        guard let identity = value(actAs) else { return nil }
        guard isEmulator else {
            throw ConsoleFailure(.forbidden, "the console can act as somebody else only on an emulator")
        }
        if identity == "nobody" { return Credentials.none }
        guard identity.hasPrefix("user "), let uid = String(percentEncoded: identity.dropFirst(5)),
            !uid.isEmpty
        else {
            throw ConsoleFailure(.badRequest, "X-Act-As must be \"nobody\", or \"user\" and an id")
        }
        guard let encoded = value(claims) else { return .emulatorUser(uid: uid) }
        guard let text = String(percentEncoded: Substring(encoded)),
            let json = try? JSONParser.parse(Array(text.utf8)), case .object(let claims) = ClaimValue(json)
        else {
            throw ConsoleFailure(
                .badRequest, "the claims must be a JSON object, such as {\"role\": \"editor\"}")
        }
        return .emulatorUser(uid: uid, claims: claims)
    }
}
