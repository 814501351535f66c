package import JSONText
import Synchronization

/// The unsigned token that identifies a user to an emulator, in the form of Firebase's SDKs.
///
/// Source: `createMockUserToken` of firebase-js-sdk; emulators check neither signature nor times.
package final class MockUserToken: Sendable {
    let uid: String
    let claims: [String: ClaimValue]
    /// The latest text: all requests of a client send the same one.
    private let latest = Mutex<(projectID: String, text: String)?>(nil)

    package init(uid: String, claims: [String: ClaimValue]) {
        self.uid = uid
        self.claims = claims
    }

    /// The SDKs' own claims in their order, then the others. `sub` and `user_id` are always the uid.
    package func payload(projectID: String) -> JSON {
        let issuedAt: ClaimValue = claims["iat"] ?? 0
        var expiry: ClaimValue = 3600
        if case .integer(let seconds) = issuedAt {
            expiry = .integer(seconds.addingReportingOverflow(3600).partialValue)
        }
        let provider = [
            JSON.Member("sign_in_provider", .string("custom")), JSON.Member("identities", .object([])),
        ]
        var members = [
            JSON.Member("iss", .string("https://securetoken.google.com/\(projectID)")),
            JSON.Member("aud", .string(projectID)),
            JSON.Member("iat", issuedAt.json),
            JSON.Member("exp", expiry.json),
            JSON.Member("auth_time", issuedAt.json),
            JSON.Member("sub", .string(uid)),
            JSON.Member("user_id", .string(uid)),
            JSON.Member("firebase", .object(provider)),
        ]
        for (name, value) in claims.sorted(by: { $0.key < $1.key }) where name != "sub" && name != "user_id" {
            let member = JSON.Member(name, value.json)
            if let index = members.firstIndex(where: { $0.name == name }) {
                members[index] = member
            } else {
                members.append(member)
            }
        }
        return .object(members)
    }

    /// The token: header and payload in URL-safe base64, and an empty signature after the last dot.
    func text(projectID: String) -> String {
        if let latest = latest.withLock({ $0 }), latest.projectID.utf8.elementsEqual(projectID.utf8) {
            return latest.text
        }
        let text = encoded(projectID: projectID)
        latest.withLock { $0 = (projectID, text) }
        return text
    }

    private func encoded(projectID: String) -> String {
        let header = JSON.object([JSON.Member("alg", .string("none")), JSON.Member("type", .string("JWT"))])
        let parts = [header, payload(projectID: projectID)].map {
            Base64.encodeURLSafe(Array($0.compactText.utf8))
        }
        return parts.joined(separator: ".") + "."
    }
}
