import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText

extension FailureReader<DatabaseError> {
    /// Reads a response with a status of failure.
    func refusal(_ head: HTTPResponse, _ body: [UInt8]) -> AttemptFailure<DatabaseError> {
        guard let json = try? JSONParser.parse(body), let text = json["error"]?.string else {
            return foreign(head, isEmpty: body.isEmpty)
        }
        let status = head.status.code
        let code = DatabaseError.Code(httpStatus: status, message: text)
        return refusal(
            code, status: String(status), message: text, hint: hint(code, json),
            FailureTraits(databaseStatus: status), head)
    }

    private func hint(_ code: DatabaseError.Code, _ json: JSON) -> String {
        switch code {
        case .permissionDenied: "The security rules do not allow it to \(credentials)."
        case .unauthenticated: "The credentials are not accepted; a token may have expired."
        case .notFound:
            if let url = json["correctUrl"]?.string {
                "The database is at \(redacted(url).oneLine(limit: 200))."
            } else {
                "There is no such database; check its name and region."
            }
        case .indexNotDefined: "Add the index to the rules, or order by key."
        case .preconditionFailed: "Somebody else has changed it; read it again."
        case .resourceExhausted: "Ask for or write less at a time, or try again later."
        case .unavailable, .deadlineExceeded, .internal: "Try again later."
        case .invalidArgument, .cancelled, .unsupported, .unknown: ""
        }
    }

    /// A redirect that is not followed.
    func redirected(_ location: String?) -> AttemptFailure<DatabaseError> {
        let target = location.map { " to \(redacted($0).oneLine(limit: 200))" } ?? ""
        return failure(
            .unknown,
            "\(address) redirects\(target), which is not followed. Check the database's URL.",
            FailureTraits(.permanent, mayHaveBeenApplied: false))
    }

    /// Reads a response with a status of success whose body is not the expected answer.
    func unreadable(_ response: HTTPExchangeResponse, _ reason: String) -> AttemptFailure<DatabaseError> {
        guard let first = response.body.first, first != UInt8(ascii: "<") else {
            return foreign(response.head, isEmpty: response.body.isEmpty)
        }
        return damaged(reason)
    }
}
