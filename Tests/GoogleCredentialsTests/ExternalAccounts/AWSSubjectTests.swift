import Foundation
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct AWSSubjectTests {
    private static let verificationURL =
        "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15"
    private static let zoneURL = "http://169.254.169.254/latest/meta-data/placement/availability-zone"
    private static let keysURL = "http://169.254.169.254/latest/meta-data/iam/security-credentials"
    private static let sessionURL = "http://169.254.169.254/latest/api/token"

    private func subject(
        _ environment: [String: String], _ steps: [ScriptedTransport.Step] = [], hasServers: Bool = true,
        hasSession: Bool = true
    ) throws -> (AWSSubject, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let servers = AWSSubject.Servers(
            verificationURL: AWSSubjectTests.verificationURL,
            region: hasServers ? try ServiceURL(AWSSubjectTests.zoneURL) : nil,
            keys: hasServers ? try ServiceURL(AWSSubjectTests.keysURL) : nil,
            session: hasSession ? try ServiceURL(AWSSubjectTests.sessionURL) : nil)
        let request = SubjectRequest(subject: "the identity of the provider aws", transport: transport)
        return (
            AWSSubject(
                servers: servers, audience: testAudience, environment: EnvironmentVariables(environment),
                request: request,
                unixTime: { 1_767_323_045 }), transport
        )
    }

    /// The request within a token: URL and method, and the header fields in order.
    private func parts(_ token: Secret) throws -> (request: String, fields: [String]) {
        let json = try JSONParser.parse(Array(try #require(token.text.removingPercentEncoding).utf8))
        let fields = json["headers"]?.array?.map {
            "\($0["key"]?.string ?? ""): \($0["value"]?.string ?? "")"
        }
        return ("\(json["method"]?.string ?? "") \(json["url"]?.string ?? "")", fields ?? [])
    }

    private let keys = [
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    ]

    /// The signatures are those of google-auth for Python 2.63.0 at the same time.
    @Test func `a request is signed with the key of the environment, and nothing is asked`() async throws {
        let (subject, transport) = try subject(
            keys.merging(["AWS_REGION": "us-east-2", "AWS_DEFAULT_REGION": "x"]) { $1 })
        let (request, fields) = try parts(try await subject.fetch())
        #expect(
            request == "POST https://sts.us-east-2.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15")
        #expect(
            fields == [
                "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-2/sts/aws4_request, "
                    + "SignedHeaders=host;x-amz-date, "
                    + "Signature=01d302f6ae090f134014a89136207737ecbb96e68bc25d766db133e6b413a814",
                "host: sts.us-east-2.amazonaws.com", "x-amz-date: 20260102T030405Z",
                "x-goog-cloud-target-resource: \(testAudience)",
            ])
        #expect(transport.requests.isEmpty)
    }

    @Test func `a key of a session, a FIPS server and an unusual query are signed alike`() throws {
        let url = try ServiceURL(
            "https://sts-fips.us-east-2.amazonaws.com/?Version=2011-06-15&Action=GetCallerIdentity&Empty=&X=a%20b+c~/"
        )
        let key = AWSKey(
            id: "AKIDEXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            sessionToken: Secret("session/token=="))
        let fields = try #require(
            AWSSignature(key: key, region: "us-east-2", url: url, time: 1_767_323_045).fields())
        #expect(fields.map(\.name) == ["Authorization", "host", "x-amz-date", "x-amz-security-token"])
        #expect(
            fields[0].value
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-2/sts/aws4_request, "
                + "SignedHeaders=host;x-amz-date;x-amz-security-token, "
                + "Signature=e5630c6e90af060ac625438f5fa350d73ceb7f4791fc68c02c8274af24aa203b")
        #expect(fields[3].value == "session/token==")
    }

    @Test func `a machine is asked for its region, its role and the role's key, in a session`() async throws {
        let key = #"{"AccessKeyId":"ASIA1","SecretAccessKey":"very-secret","Token":"very-secret-session"}"#
        let (subject, transport) = try subject(
            [:],
            [
                .text("imds-session", type: nil), .text("us-east-2b", type: nil), .text("my-role", type: nil),
                .json(key),
            ])
        let (request, fields) = try parts(try await subject.fetch())
        #expect(request.contains("sts.us-east-2.amazonaws.com"))
        #expect(
            fields[0].hasPrefix("Authorization: AWS4-HMAC-SHA256 Credential=ASIA1/20260102/us-east-2/sts/"))
        #expect(fields[3] == "x-amz-security-token: very-secret-session")
        #expect(
            transport.requests.map(\.line) == [
                "PUT /latest/api/token", "GET /latest/meta-data/placement/availability-zone",
                "GET /latest/meta-data/iam/security-credentials",
                "GET /latest/meta-data/iam/security-credentials/my-role",
            ])
        let lifetime = try #require(HTTPField.Name("x-aws-ec2-metadata-token-ttl-seconds"))
        let session = try #require(HTTPField.Name("x-aws-ec2-metadata-token"))
        #expect(transport.requests[0].head.headerFields[lifetime] == "300")
        #expect(transport.requests.dropFirst().allSatisfy { $0.head.headerFields[session] == "imds-session" })
    }

    @Test func `what the environment says is not asked, and without a URL there is no session`() async throws
    {
        let (regional, first) = try subject(
            ["AWS_DEFAULT_REGION": "eu-west-1"],
            [.text("role", type: nil), .json(#"{"AccessKeyId":"A","SecretAccessKey":"B"}"#)],
            hasSession: false)
        let (_, fields) = try parts(try await regional.fetch())
        #expect(fields.count == 4)
        #expect(first.requests.count == 2)
        let (keyed, second) = try subject(keys, [.text("s", type: nil), .text("eu-west-1a", type: nil)])
        #expect(try parts(try await keyed.fetch()).request.contains("sts.eu-west-1."))
        #expect(second.requests.count == 2)
        // One half of a key is not enough.
        let (half, third) = try subject(
            ["AWS_REGION": "a", "AWS_ACCESS_KEY_ID": "A"], [.json("{}", status: 404)], hasSession: false)
        await #expect(throws: GoogleCredentialsError.self) { try await half.fetch() }
        #expect(third.requests.count == 1)
    }

    @Test func `what is missing or makes no sense is named`() async throws {
        let session = ScriptedTransport.Step.text("s", type: nil)
        for (environment, steps, hasServers, kind, expected) in [
            (
                keys, [session], false, GoogleCredentialsError.Kind.malformed,
                "has no \"credential_source.region_url\". Add it, or set AWS_REGION."
            ),
            (
                ["AWS_REGION": "a"], [session], false, .malformed,
                "has no \"credential_source.url\". Add it, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
            ),
            (
                [:], [.json("", status: 403)], true, .refused,
                "169.254.169.254 answered with status 403 to the request for a session"
            ),
            (keys, [session, .text("a", type: nil)], true, .malformed, "\"\" is not a region of AWS"),
            (keys, [session, .text("evil.test/b", type: nil)], true, .malformed, "is not a region of AWS"),
            (
                ["AWS_REGION": "a"], [session, .text("my role", type: nil)], true, .invalidAnswer,
                "is not the name of a role"
            ),
            (
                ["AWS_REGION": "a"], [session, .text("role", type: nil), .json(#"{"Code":"Failed"}"#)], true,
                .invalidAnswer, "has no AccessKeyId and SecretAccessKey"
            ),
        ] as [([String: String], [ScriptedTransport.Step], Bool, GoogleCredentialsError.Kind, String)] {
            let (subject, _) = try subject(environment, steps, hasServers: hasServers)
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await subject.fetch()
            }
            #expect(error.kind == kind, "\(error)")
            #expect(error.message.contains(expected), "\(error)")
            #expect(isOneLine(error.message))
        }
    }

    @Test func `a file for AWS gives tokens`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            externalFile([
                "subject_token_type": "urn:ietf:params:aws:token-type:aws4_request",
                "credential_source": [
                    "environment_id": "aws1",
                    "regional_cred_verification_url": .string(AWSSubjectTests.verificationURL),
                    "region_url": .string(AWSSubjectTests.zoneURL), "url": .string(AWSSubjectTests.keysURL),
                ],
            ]))
        let transport = ScriptedTransport([.json(tokenJSON("ya29.aws"))])
        let google = try GoogleCredentials.file(
            path, environment: keys.merging(["AWS_REGION": "us-east-2"]) { $1 }, transport: transport)
        #expect(try await google.tokens.token().value == "ya29.aws")
        let fields = try formFields(transport.requests[0].text)
        #expect(fields["subject_token_type"] == "urn:ietf:params:aws:token-type:aws4_request")
        #expect(
            fields["subject_token"]?.hasPrefix("%7B%22headers%22%3A%5B%7B%22key%22%3A%22Authorization")
                == true)
    }
}
