import ClientCore
import HTTPTypes
import JSONText

/// A subject token of AWS: a signed request for the caller's identity, which Google sends to AWS.
///
/// Source: https://google.aip.dev/auth/4117#determining-the-subject-token-in-aws
struct AWSSubject: SubjectTokenSource {
    /// The servers that a machine of AWS asks about itself.
    struct Servers: Sendable {
        /// Where to send the request that is signed, with `{region}` for the region.
        let verificationURL: String
        /// The machine's availability zone, which begins with its region.
        let region: ServiceURL?
        /// The machine's role, and below it the role's key.
        let keys: ServiceURL?
        /// Tokens for the other two, in version 2 of the metadata service.
        let session: ServiceURL?
    }

    let servers: Servers
    /// The resource name of the identity provider at Google.
    let audience: String
    /// The environment of this process, which may hold the region and a key.
    let environment: EnvironmentVariables
    let request: SubjectRequest
    let unixTime: @Sendable () -> Int64

    func fetch() async throws(GoogleCredentialsError) -> Secret {
        let knownRegion = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
        let knownKey = keyOfEnvironment
        // Functions of AWS have no such server: everything they need is in the environment.
        var session: [(name: String, value: Secret)] = []
        if knownRegion == nil || knownKey == nil, let url = servers.session {
            let token = try await request.text(
                url, by: .put, for: "a session (credential_source.imdsv2_session_token_url)",
                fields: [("X-aws-ec2-metadata-token-ttl-seconds", Secret("300"))])
            session = [("X-aws-ec2-metadata-token", Secret(token))]
        }
        let region = if let knownRegion { knownRegion } else { try await regionOfMachine(session) }
        let key = if let knownKey { knownKey } else { try await keyOfMachine(session) }
        return try token(region: region, key: key)
    }

    private var keyOfEnvironment: AWSKey? {
        guard let id = environment["AWS_ACCESS_KEY_ID"], let secret = environment["AWS_SECRET_ACCESS_KEY"]
        else {
            return nil
        }
        return AWSKey(
            id: id, secret: Secret(secret), sessionToken: environment["AWS_SESSION_TOKEN"].map { Secret($0) })
    }

    // MARK: The machine's metadata service

    private func regionOfMachine(
        _ session: [(name: String, value: Secret)]
    ) async throws(GoogleCredentialsError) -> String {
        guard let url = servers.region else {
            throw missing("AWS's region", member: "region_url", variables: "AWS_REGION")
        }
        let zone = try await request.text(
            url, for: "AWS's region (credential_source.region_url)", fields: session)
        // us-east-2b is a zone of us-east-2.
        return String(zone.dropLast())
    }

    private func keyOfMachine(
        _ session: [(name: String, value: Secret)]
    ) async throws(GoogleCredentialsError) -> AWSKey {
        guard let url = servers.keys else {
            throw missing(
                "a key of AWS", member: "url", variables: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        let role = try await request.text(url, for: "AWS's role (credential_source.url)", fields: session)
        let roleURL: ServiceURL
        do throws(AddressProblem) { roleURL = try url.appending(role) } catch {
            throw request.invalid(url, "is not the name of a role")
        }
        let text = try await request.text(
            roleURL, for: "a key of AWS (credential_source.url)", fields: session)
        guard let json = try? JSONParser.parse(Array(text.utf8)), let id = json["AccessKeyId"]?.string,
            let secret = json["SecretAccessKey"]?.string, !id.isEmpty, !secret.isEmpty
        else { throw request.invalid(roleURL, "has no AccessKeyId and SecretAccessKey") }
        return AWSKey(id: id, secret: Secret(secret), sessionToken: json["Token"]?.string.map { Secret($0) })
    }

    private func missing(_ what: String, member: String, variables: String) -> GoogleCredentialsError {
        GoogleCredentialsError(
            .malformed,
            "No access token for \(request.subject): the file does not say where to find \(what): it has no "
                + "\"credential_source.\(member)\". Add it, or set \(variables).")
    }

    // MARK: The token

    private func token(region: String, key: AWSKey) throws(GoogleCredentialsError) -> Secret {
        guard !region.isEmpty, region.utf8.count <= 64, region.utf8.allSatisfy(AWSSubject.isOfRegion) else {
            throw GoogleCredentialsError(
                .malformed,
                "No access token for \(request.subject): \(region.quotedForMessage) is not a region of AWS. "
                    + "Set AWS_REGION, or check credential_source.region_url.")
        }
        let url: ServiceURL
        do throws(AddressProblem) {
            url = try ServiceURL(servers.verificationURL.replacing("{region}", with: region))
        } catch {
            throw GoogleCredentialsError(
                .malformed,
                "No access token for \(request.subject): its \"credential_source.regional_cred_verification_url\" "
                    + "cannot be used: \(error.reason).")
        }
        guard let fields = AWSSignature(key: key, region: region, url: url, time: unixTime()).fields() else {
            throw GoogleCredentialsError(
                .unsupported,
                "No access token for \(request.subject): nothing can be signed without OpenSSL's libcrypto, which is "
                    + "not installed.")
        }
        return Secret(URLQuoting.quoted(serialized(url, fields), except: "-_.~/"))
    }

    /// The request as Google's server expects it: JSON, with the resource that it is for among its fields.
    private func serialized(_ url: ServiceURL, _ fields: [(name: String, value: String)]) -> String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("headers") { writer in
                writer.array(fields + [("x-goog-cloud-target-resource", audience)]) { writer, field in
                    writer.object { writer in
                        writer.member("key") { $0.string(field.name) }
                        writer.member("value") { $0.string(field.value) }
                    }
                }
            }
            writer.member("method") { $0.string("POST") }
            writer.member("url") { $0.string(url.text) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func isOfRegion(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }
}
