public import FirestoreModel

// Firebase's names, whatever the style of ours.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of Firestore's errors as `NSError`.
public let FirestoreErrorDomain = "FIRFirestoreErrorDomain"

/// Firebase's name of the error, whose ``FirestoreError/Code`` has the codes.
///
///     do {
///         try await message.updateData(["status": "read"])
///     } catch FirestoreErrorCode.notFound {
///         // The message was deleted.
///     }
public typealias FirestoreErrorCode = FirestoreError

extension FirestoreError {
    /// The codes, with the numbers that Firebase's SDK gives them.
    public typealias Code = StatusCode

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The call succeeded; never the code of an error.
    public static var OK: Code { .ok }
    /// The call was cancelled.
    public static var cancelled: Code { .cancelled }
    /// An error without a code of its own.
    public static var unknown: Code { .unknown }
    /// The data, a path or a query is invalid, whatever the state of the database.
    public static var invalidArgument: Code { .invalidArgument }
    /// No response arrived in time.
    public static var deadlineExceeded: Code { .deadlineExceeded }
    /// A document that must exist does not.
    public static var notFound: Code { .notFound }
    /// A document that must not exist does.
    public static var alreadyExists: Code { .alreadyExists }
    /// The security rules deny the call.
    public static var permissionDenied: Code { .permissionDenied }
    /// A quota is used up.
    public static var resourceExhausted: Code { .resourceExhausted }
    /// The database or the client is not in the state that the call requires.
    public static var failedPrecondition: Code { .failedPrecondition }
    /// Other writers interfered.
    public static var aborted: Code { .aborted }
    /// The call is outside a valid range.
    public static var outOfRange: Code { .outOfRange }
    /// The server does not have the method.
    public static var unimplemented: Code { .unimplemented }
    /// The server failed.
    public static var `internal`: Code { .internal }
    /// The server cannot be reached.
    public static var unavailable: Code { .unavailable }
    /// Data is lost or damaged.
    public static var dataLoss: Code { .dataLoss }
    /// The credentials are missing or not valid.
    public static var unauthenticated: Code { .unauthenticated }
}

/// Matches errors with a code, as in `catch FirestoreErrorCode.unavailable`.
public func ~= (code: FirestoreError.Code, error: any Error) -> Bool {
    (error as? FirestoreError)?.code == code
}

extension StatusCode {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Firebase's name of ``ok``.
    public static var OK: StatusCode { .ok }
}
