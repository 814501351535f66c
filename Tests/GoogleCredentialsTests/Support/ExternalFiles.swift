import JSONText
import TestSupport

@testable import GoogleCredentials

/// The resource name of an identity provider.
let testAudience =
    "//iam.googleapis.com/projects/123456/locations/global/workloadIdentityPools/ci/providers/github"

/// Where the service account of the tests gets its tokens.
let testImpersonationURL =
    "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(TestKey.email):generateAccessToken"

/// The members of a file of workload identity federation, with some changed, or left out where the value is nil.
func externalMembers(_ changes: [String: JSON?] = [:]) -> [String: JSON] {
    var members: [String: JSON] = [
        "type": "external_account", "audience": .string(testAudience),
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "token_url": "https://sts.googleapis.com/v1/token",
        "credential_source": ["file": "/var/run/token"], "universe_domain": "googleapis.com",
    ]
    for (name, value) in changes { members[name] = value }
    return members
}

/// A file of workload identity federation.
func externalFile(_ changes: [String: JSON?] = [:]) -> [UInt8] { jsonObject(externalMembers(changes)) }

/// A file of somebody who acts as a service account.
func impersonatedFile(by source: [String: JSON], _ changes: [String: JSON?] = [:]) -> [UInt8] {
    var members: [String: JSON] = [
        "type": "impersonated_service_account",
        "service_account_impersonation_url": .string(testImpersonationURL), "delegates": [],
        "source_credentials": .object(
            source.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }),
    ]
    for (name, value) in changes { members[name] = value }
    return jsonObject(members)
}

/// A file of a person of a company's own identity provider.
func externalUserFile(_ changes: [String: JSON?] = [:]) -> [UInt8] {
    var members: [String: JSON] = [
        "type": "external_account_authorized_user",
        "audience": "//iam.googleapis.com/locations/global/workforcePools/staff/providers/okta",
        "token_url": "https://sts.googleapis.com/v1/oauthtoken", "client_id": "client:1",
        "client_secret": "very-secret-client", "refresh_token": "very-secret/refresh+token",
        "quota_project_id": "quota-project",
    ]
    for (name, value) in changes { members[name] = value }
    return jsonObject(members)
}

/// The document of a file.
func document(_ bytes: [UInt8]) throws -> CredentialDocument {
    try CredentialDocument(bytes, name: "the file E")
}

/// What a server answers that makes tokens of service accounts.
func impersonatedJSON(_ token: String = "ya29.sa", until end: String = "2099-01-02T03:04:05Z") -> String {
    #"{"accessToken":"\#(token)","expireTime":"\#(end)"}"#
}
