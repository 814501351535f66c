import GoogleCredentials
import JSONText
import ReadReceipts
import Subprocess
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A shell command that prints a token for the user in `RECEIPTS_USER`. Its other output goes to standard error.
struct TokenCommand: AccessTokenSource {
    let command: String
    let user: ReadReceipts.UserID

    /// Its time limit.
    private static let timeLimit = Duration.seconds(30)
    /// How long to use a token without an expiry time.
    private static let usualLifetime = Duration.seconds(300)
    private static let longestToken = 16_384

    func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let output: String
        do {
            output = try await run()
        } catch let error as GoogleCredentialsError {
            throw error
        } catch is CancellationError {
            throw GoogleCredentialsError(.cancelled, "The token command was cancelled.")
        } catch {
            throw GoogleCredentialsError(.refused, "The token command could not be run.")
        }
        let line = output.prefix { $0 != "\n" && $0 != "\r\n" }
        guard !line.isEmpty, line.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw GoogleCredentialsError(.invalidAnswer, "The token command printed no token for the user.")
        }
        let token = String(line)
        return AccessToken(
            token, lifetime: TokenCommand.lifetime(of: token, at: Date().timeIntervalSince1970))
    }

    private func run() async throws -> String {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                let result = try await Subprocess.run(
                    .path(FilePath("/bin/sh")), arguments: ["-c", command],
                    environment: .inherit.updating(["RECEIPTS_USER": user.string]), input: .none,
                    output: .string(limit: TokenCommand.longestToken), error: .currentStandardError)
                guard case .exited(0) = result.terminationStatus else {
                    throw GoogleCredentialsError(
                        .refused, "The token command ended with \(result.terminationStatus).")
                }
                return result.standardOutput
            }
            group.addTask {
                try await Task.sleep(for: TokenCommand.timeLimit)
                throw GoogleCredentialsError(
                    .unavailable, "The token command took longer than \(TokenCommand.timeLimit).")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? ""
        }
    }

    /// How long a token is valid: JSON Web Tokens say so.
    static func lifetime(of token: String, at now: Double) -> Duration {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decode(String(parts[1])),
            case .number(let text)? = (try? JSONParser.parse(payload))?["exp"], let end = Double(text)
        else { return usualLifetime }
        return .seconds(min(max(end - now, 1), 86_400))
    }
}
