import ClientCore
import CoreValues
import HTTPTransport
import HTTPTypes
import JSONText

extension FailureReader<PubSubError> {
    /// Reads a response with a status of failure.
    func refusal(_ response: HTTPExchangeResponse) -> AttemptFailure<PubSubError> {
        guard let error = (try? JSONParser.parse(response.body))?["error"], case .object = error else {
            return foreign(response.head, isEmpty: response.body.isEmpty, notFound: .unimplemented)
        }
        let status = response.head.status.code
        let code = error["status"]?.string.flatMap { StatusCode(name: $0) } ?? StatusCode(httpStatus: status)
        return refusal(
            code, status: code.name, message: error["message"]?.string, hint: hint(code),
            FailureTraits(status: code), response.head)
    }

    private func hint(_ code: StatusCode) -> String {
        switch code {
        case .permissionDenied: "The account of \(credentials) lacks a role for this topic or subscription."
        case .unauthenticated: "The credentials are not accepted; a token may have expired."
        case .notFound: "Create it, or check its name and project."
        case .resourceExhausted: "A quota is used up; try again later."
        case .unavailable, .deadlineExceeded, .internal: "Try again later."
        case .ok, .cancelled, .unknown, .invalidArgument, .alreadyExists, .failedPrecondition, .aborted,
            .outOfRange,
            .unimplemented, .dataLoss:
            ""
        }
    }
}
