@testable import GoogleCredentials

extension GoogleCredentialsError {
    static func refusedForTest(_ message: String = "refused") -> GoogleCredentialsError {
        GoogleCredentialsError(.refused, message)
    }

    static func unavailableForTest(_ message: String = "unavailable", retryAfter: Duration? = nil)
        -> GoogleCredentialsError
    {
        GoogleCredentialsError(.unavailable, message, retryAfter: retryAfter)
    }
}

/// Tells whether a message can stand on a line of a log.
func isOneLine(_ message: String) -> Bool {
    message.count < 1500
        && message.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
}
