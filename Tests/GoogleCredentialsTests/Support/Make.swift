import Foundation
import GoogleCredentials
import HTTPTypes
import JSONText
import Synchronization
import TestSupport

/// What a token server answers when all is well.
func tokenJSON(_ token: String = "ya29.token", seconds: Int = 3599) -> String {
    #"{"access_token":"\#(token)","expires_in":\#(seconds),"token_type":"Bearer"}"#
}

/// What a token server answers when it refuses.
func refusalJSON(_ code: String, _ description: String) throws -> String {
    JSON.object([JSON.Member("error", .string(code)), JSON.Member("error_description", .string(description))])
        .compactText
}

/// The fields of a form, as a server reads them.
func formFields(_ text: String) throws -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = parts[1].replacing("+", with: " ").removingPercentEncoding else {
            throw NotAForm()
        }
        fields[String(parts[0])] = value
    }
    return fields
}

private struct NotAForm: Error {}

extension ScriptedTransport.Step {
    /// An answer of the metadata server.
    static func metadata(_ text: String, status: Int = 200, flavor: String? = "Google") -> Self {
        var fields = HTTPFields()
        if let name = HTTPField.Name("metadata-flavor") { fields[name] = flavor }
        return .response(status: status, fields: fields, body: Array(text.utf8))
    }
}

/// Runs something that must fail, and gives the error.
func failure<T>(_ work: () async throws(GoogleCredentialsError) -> T) async throws -> GoogleCredentialsError {
    do throws(GoogleCredentialsError) {
        _ = try await work()
    } catch {
        return error
    }
    throw DidNotFail()
}

/// Runs something that must fail, and gives the error.
func failure<T>(_ work: () throws(GoogleCredentialsError) -> T) throws -> GoogleCredentialsError {
    do throws(GoogleCredentialsError) {
        _ = try work()
    } catch {
        return error
    }
    throw DidNotFail()
}

private struct DidNotFail: Error {}

/// A source that answers from a script and counts how often it was asked.
final class ScriptedSource: AccessTokenSource {
    typealias Outcome = Result<AccessToken, GoogleCredentialsError>

    private let state: Mutex<(outcomes: [Outcome], count: Int)>
    private let work: @Sendable (Int) async -> Void

    /// - Parameter work: What happens before each answer: it is given how manieth it is.
    init(_ outcomes: [Outcome], work: @escaping @Sendable (Int) async -> Void = { _ in }) {
        state = Mutex((outcomes, 0))
        self.work = work
    }

    /// How often it was asked.
    var count: Int { state.withLock(\.count) }

    func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let (count, outcome) = state.withLock { state -> (Int, Outcome?) in
            state.count += 1
            return (state.count, state.outcomes.isEmpty ? nil : state.outcomes.removeFirst())
        }
        await work(count)
        guard let outcome else { throw .refusedForTest("the script has no answer left") }
        return try outcome.get()
    }
}
