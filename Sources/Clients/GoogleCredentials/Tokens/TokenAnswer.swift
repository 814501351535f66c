import ClientCore
import CoreValues
import HTTPTransport
import HTTPTypes
import JSONText
import PrintableText

/// Reads a server's answer to a request for a token.
///
/// A success is `{"access_token": "...", "expires_in": 3599, "token_type": "Bearer"}`, a failure
/// `{"error": "invalid_grant", "error_description": "..."}`.
/// Source: https://www.rfc-editor.org/rfc/rfc6749#section-5
struct TokenAnswer {
    /// Who asks for a token, for use within a sentence: `the service account a@b`.
    let subject: String
    /// The server's name for people.
    let server: String
    /// The secrets that were sent. They are removed from the server's words, in case it quotes them.
    let secrets: [Secret]
    /// What to do about an error with a code; nil without one.
    let advice: @Sendable (_ code: String?) -> String

    /// The longest lifetime that is believed. Google's tokens live for an hour, exceptionally for twelve.
    private static let longestLifetime = 86_400.0

    func token(_ response: HTTPExchangeResponse) throws(GoogleCredentialsError) -> AccessToken {
        guard response.head.status.code == 200 else { throw failure(response) }
        guard let json = try? JSONParser.parse(response.body) else {
            throw nonsense("is not JSON")
        }
        let text = try value("access_token", of: json)
        if let type = json["token_type"], type.string?.lowercased() != "bearer" {
            throw nonsense("contains a token whose type is not Bearer")
        }
        guard let seconds = TokenAnswer.number(json["expires_in"]), seconds >= 1 else {
            throw nonsense("does not say for how many seconds the token is valid (expires_in)")
        }
        return AccessToken(text, lifetime: .seconds(min(seconds, TokenAnswer.longestLifetime).rounded(.down)))
    }

    /// Reads an answer of IAM: `{"accessToken": "...", "expireTime": "2026-01-02T03:04:05Z"}`.
    ///
    /// Source: https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken
    ///
    /// - Parameter now: The time in seconds since 1970.
    func impersonatedToken(
        _ response: HTTPExchangeResponse, at now: Int64
    ) throws(GoogleCredentialsError) -> AccessToken {
        guard response.head.status.code == 200 else { throw failure(response) }
        guard let json = try? JSONParser.parse(response.body) else {
            throw nonsense("is not JSON")
        }
        let text = try value("accessToken", of: json)
        guard let end = json["expireTime"]?.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw nonsense("does not say until when the token is valid (expireTime)")
        }
        let seconds = min(Double(end.seconds) - Double(now), TokenAnswer.longestLifetime)
        guard seconds >= 1 else {
            throw nonsense("contains a token that has expired by this machine's clock")
        }
        return AccessToken(text, lifetime: .seconds(seconds))
    }

    /// A token in an answer.
    private func value(_ member: String, of json: JSON) throws(GoogleCredentialsError) -> String {
        guard let text = json[member]?.string, !text.isEmpty else {
            throw nonsense("contains no \(member)")
        }
        guard text.utf8.count <= 16_384, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw nonsense("contains an invalid \(member)")
        }
        return text
    }

    /// A number; some servers send it as a string.
    private static func number(_ json: JSON?) -> Double? {
        switch json {
        case .number(let digits): Double(digits)
        case .string(let digits): Int(digits).map(Double.init)
        case _: nil
        }
    }

    private func nonsense(_ what: String) -> GoogleCredentialsError {
        GoogleCredentialsError(
            .invalidAnswer,
            "No access token for \(subject): the answer of \(server) \(what). Does something else answer in its place?"
        )
    }

    /// The error for an answer with a status other than 200.
    func failure(_ response: HTTPExchangeResponse) -> GoogleCredentialsError {
        let status = response.head.status.code
        let (code, words) = errorInWords(response.body)
        var said = "status \(status)"
        let detail = [code, words].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        if !detail.isEmpty {
            // Google ends some descriptions with a full stop, which this sentence adds too.
            let words = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
            said += ", \(words.redacting(secrets).beginning(limit: 400))"
        }
        let isTransient =
            status >= 500 || status == 408 || status == 429
            || code.map(TokenAnswer.transientCodes.contains) == true
        let start = "No access token for \(subject): \(server) answered with \(said)."
        if isTransient {
            return GoogleCredentialsError(
                .unavailable, "\(start) Try again later.",
                retryAfter: response.head.retryAfter.map { min($0, .seconds(3600)) })
        }
        // A redirect is not followed: it would send the grant to another server.
        let kind: GoogleCredentialsError.Kind = (400..<500).contains(status) ? .refused : .invalidAnswer
        return GoogleCredentialsError(kind, "\(start) \(advice(code))")
    }

    /// Google reports its own failures with these codes, even with statuses that blame the caller.
    private static let transientCodes: Set<String> = [
        "internal_failure", "server_error", "temporarily_unavailable",
    ]

    /// The code and the description, in OAuth's form or in that of Google's other APIs.
    private func errorInWords(_ body: [UInt8]) -> (code: String?, words: String?) {
        guard let json = try? JSONParser.parse(body), let error = json["error"] else { return (nil, nil) }
        if let code = error.string { return (code, json["error_description"]?.string) }
        return (error["status"]?.string, error["message"]?.string)
    }
}
