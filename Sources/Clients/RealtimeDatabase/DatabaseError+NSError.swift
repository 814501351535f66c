#if Foundation
    public import Foundation

    /// The error as an `NSError`, with the domain and codes of Firebase's SDK.
    extension DatabaseError: CustomNSError {
        /// `com.firebase`.
        public static var errorDomain: String { "com.firebase" }

        /// 1 for a refusal by the security rules, 2 if the server cannot be reached, 3 for a cancelled call, else 9999.
        public var errorCode: Int {
            switch code {
            case .permissionDenied: 1
            case .unavailable: 2
            case .cancelled: 3
            case .invalidArgument, .unauthenticated, .notFound, .preconditionFailed, .indexNotDefined,
                .resourceExhausted, .deadlineExceeded, .internal, .unsupported, .unknown:
                9999
            }
        }

        /// The message as `NSLocalizedDescriptionKey`, the cause as `NSUnderlyingErrorKey`.
        public var errorUserInfo: [String: Any] {
            var info: [String: Any] = [NSLocalizedDescriptionKey: message]
            if let underlying { info[NSUnderlyingErrorKey] = underlying }
            return info
        }

        fileprivate init?(_ error: NSError) {
            guard error.domain == DatabaseError.errorDomain else { return nil }
            let code: Code =
                switch error.code {
                case 1: .permissionDenied
                case 2: .unavailable
                case 3: .cancelled
                default: .unknown
                }
            self.init(code, error.localizedDescription, underlying: error)
        }
    }

    #if !canImport(ObjectiveC)
        // Elsewhere than on Apple's platforms, `catch let error as NSError` does not match errors of Swift, and ends the program
        // where the type of the error is known. Being bridgeable, as Foundation's own values are, makes it match.
        extension DatabaseError: _ObjectiveCBridgeable {
            /// The error as an `NSError`.
            public func _bridgeToObjectiveC() -> NSError {
                NSError(domain: DatabaseError.errorDomain, code: errorCode, userInfo: errorUserInfo)
            }

            /// The error that an `NSError` was made from, for the runtime.
            public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout DatabaseError?) {
                result = DatabaseError(source)
            }

            /// The error that an `NSError` was made from, if its domain is ours.
            public static func _conditionallyBridgeFromObjectiveC(
                _ source: NSError, result: inout DatabaseError?
            ) -> Bool {
                result = DatabaseError(source)
                return result != nil
            }

            /// The error that an `NSError` was made from, for the runtime.
            public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> DatabaseError {
                source.flatMap { DatabaseError($0) }
                    ?? DatabaseError(
                        .unknown, "There is no error of a Realtime Database.", underlying: source)
            }
        }
    #endif
#endif
