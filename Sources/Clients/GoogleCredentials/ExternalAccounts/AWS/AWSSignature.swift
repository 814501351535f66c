import ClientCore
import CoreValues
import Cryptography
import JSONText

/// A request to AWS that its sender signs and somebody else sends: version 4 of AWS's signatures.
///
/// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
struct AWSSignature {
    let key: AWSKey
    let region: String
    /// The request: POST without a body.
    let url: ServiceURL
    /// The time in seconds since 1970.
    let time: Int64

    private static let algorithm = "AWS4-HMAC-SHA256"

    /// The header fields of the request, in the order of their names.
    ///
    /// - Returns: nil if the system has no cryptographic library.
    func fields() -> [(name: String, value: String)]? {
        // 2026-01-02T03:04:05Z without its punctuation.
        let moment =
            String(Timestamp(seconds: time, nanoseconds: 0).description.prefix { $0 != "." && $0 != "Z" })
            .filter { $0 != "-" && $0 != ":" } + "Z"
        let day = String(moment.prefix(8))
        let host = url.address.host
        var signed = [("host", host), ("x-amz-date", moment)]
        if let token = key.sessionToken { signed.append(("x-amz-security-token", token.text)) }
        let names = signed.map(\.0).joined(separator: ";")
        guard let emptyBody = AWSSignature.hexadecimal(Digest.sha256([])) else { return nil }
        let request =
            (["POST", String(url.pathAlone), canonicalQuery] + signed.map { "\($0.0):\($0.1)" }
            + ["", names, emptyBody]).joined(separator: "\n")
        let service = host.prefix { $0 != "." }
        let scope = [day, region, service.hasSuffix("-fips") ? String(service.dropLast(5)) : String(service)]
        guard let digest = AWSSignature.hexadecimal(Digest.sha256(Array(request.utf8))),
            let signature = signature(
                of: [AWSSignature.algorithm, moment, AWSSignature.name(scope), digest]
                    .joined(separator: "\n"), scope)
        else { return nil }
        let authorization =
            "\(AWSSignature.algorithm) Credential=\(key.id)/\(AWSSignature.name(scope)), SignedHeaders=\(names), "
            + "Signature=\(signature)"
        return [("Authorization", authorization)] + signed
    }

    private static func name(_ scope: [String]) -> String {
        (scope + ["aws4_request"]).joined(separator: "/")
    }

    private func signature(of text: String, _ scope: [String]) -> String? {
        var signing: [UInt8]? = Array("AWS4\(key.secret.text)".utf8)
        for part in scope + ["aws4_request", text] {
            signing = signing.flatMap { Digest.hmacSHA256(Array(part.utf8), key: $0) }
        }
        return AWSSignature.hexadecimal(signing)
    }

    /// The query with its members in order, each name and value encoded alike.
    private var canonicalQuery: String {
        let members = url.query.split(separator: "&").compactMap { member -> String? in
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A member without a value is left out, as Google's own libraries do.
            guard parts.count == 2, !parts[1].isEmpty else { return nil }
            return parts.map(AWSSignature.encoded).joined(separator: "=")
        }
        return members.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.joined(
            separator: "&")
    }

    private static func encoded(_ part: Substring) -> String {
        let plain = String(part.replacing("+", with: " "))
        return URLQuoting.quoted(String(percentEncoded: plain) ?? plain, except: "-_.~")
    }

    private static func hexadecimal(_ bytes: [UInt8]?) -> String? {
        guard let bytes else { return nil }
        var text = ""
        for byte in bytes {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}
