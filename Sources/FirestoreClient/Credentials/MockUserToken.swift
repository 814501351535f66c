import FirestoreREST

/// The unsigned token by which emulators know a user, in the form that Firebase's SDKs give it.
///
/// Source: `createMockUserToken` of firebase-js-sdk; emulators check neither signature nor times.
struct MockUserToken {
    let uid: String
    let claims: [String: ClaimValue]

    /// Claims that the token sets itself, in their order; `sub` and `user_id` always are the uid.
    private func payload(projectID: String) -> JSON {
        let issuedAt: ClaimValue = claims["iat"] ?? 0
        var expiry: ClaimValue = 3600
        if case .integer(let seconds) = issuedAt {
            expiry = .integer(seconds.addingReportingOverflow(3600).partialValue)
        }
        var members: [(name: String, value: ClaimValue)] = [
            ("iss", .string("https://securetoken.google.com/\(projectID)")),
            ("aud", .string(projectID)),
            ("iat", issuedAt),
            ("exp", expiry),
            ("auth_time", issuedAt),
            ("sub", .string(uid)),
            ("user_id", .string(uid)),
            ("firebase", ["sign_in_provider": "custom", "identities": [:]]),
        ]
        for (name, value) in claims.sorted(by: { $0.key < $1.key }) where name != "sub" && name != "user_id" {
            if let index = members.firstIndex(where: { $0.name == name }) {
                members[index].value = value
            } else {
                members.append((name, value))
            }
        }
        return .object(members.map { JSON.Member($0.name, $0.value.json) })
    }

    /// The token: header and payload in URL-safe base64, and an empty signature after the last dot.
    func text(projectID: String) -> String {
        let header = JSON.object([JSON.Member("alg", .string("none")), JSON.Member("type", .string("JWT"))])
        let parts = [header, payload(projectID: projectID)].map {
            Base64.encodeURLSafe(Array($0.compactText.utf8))
        }
        return parts.joined(separator: ".") + "."
    }
}
