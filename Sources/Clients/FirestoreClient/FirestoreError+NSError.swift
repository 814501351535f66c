#if Foundation
    public import Foundation

    /// The error as an `NSError`, with Firebase's domain and codes.
    extension FirestoreError: CustomNSError {
        /// ``FirestoreErrorDomain``.
        public static var errorDomain: String { FirestoreErrorDomain }
        /// The number of the code.
        public var errorCode: Int { code.rawValue }
        /// The message as `NSLocalizedDescriptionKey`, the cause as `NSUnderlyingErrorKey`.
        public var errorUserInfo: [String: Any] {
            var info: [String: Any] = [NSLocalizedDescriptionKey: message]
            if let underlying { info[NSUnderlyingErrorKey] = underlying }
            return info
        }

        /// Creates an error, for tests of code that handles it.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - userInfo: The message, under `NSLocalizedDescriptionKey`.
        public init(_ code: Code, userInfo: [String: Any] = [:]) {
            self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? code.name)
        }
    }

    #if !canImport(ObjectiveC)
        // On other platforms than Apple's, `catch let error as NSError` does not match Swift errors, and ends the program if the type of
        // the error is known. It does match types that are bridgeable, like Foundation's own.
        extension FirestoreError: _ObjectiveCBridgeable {
            /// The error as an `NSError`.
            public func _bridgeToObjectiveC() -> NSError {
                NSError(domain: FirestoreErrorDomain, code: errorCode, userInfo: errorUserInfo)
            }

            /// The error that an `NSError` was made from, for the runtime.
            public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout FirestoreError?) {
                _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
            }

            /// The error that an `NSError` was made from, if its domain is ours.
            public static func _conditionallyBridgeFromObjectiveC(
                _ source: NSError, result: inout FirestoreError?
            ) -> Bool {
                result =
                    if source.domain == FirestoreErrorDomain, let code = Code(rawValue: source.code) {
                        FirestoreError(code, source.localizedDescription, underlying: source)
                    } else {
                        nil
                    }
                return result != nil
            }

            /// The error that an `NSError` was made from, for the runtime.
            public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> FirestoreError {
                var result: FirestoreError?
                if let source { _forceBridgeFromObjectiveC(source, result: &result) }
                return result
                    ?? FirestoreError(.unknown, "This is not an error of Firestore.", underlying: source)
            }
        }
    #endif
#endif
