public import FirestoreClient

/// Checks that rules allow something.
///
/// Works in Swift Testing and in XCTest: the error fails the test, and says which rule denied what, and why.
///
/// - Parameters:
///   - operation: What must be allowed: one or more calls of a context's Firestore.
///   - isolation: The caller's actor.
///   - fileID: The caller's file, for the message.
///   - line: The caller's line, for the message.
/// - Returns: The result of the operation.
/// - Throws: ``RulesAssertionError`` if the operation fails, for whatever reason.
@discardableResult
public func assertSucceeds<Result>(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, line: Int = #line,
    _ operation: () async throws -> Result
) async throws -> Result {
    let recorder = DenialRecorder()
    do {
        return try await DenialRecorder.$current.withValue(
            recorder, operation: operation, isolation: isolation)
    } catch {
        let isDenied = (error as? FirestoreError)?.code == .permissionDenied
        let message =
            isDenied
            ? "Expected the rules to allow this, but they denied it."
            : "Expected the rules to allow this, but it failed for another reason."
        throw RulesAssertionError(
            message, explanation: isDenied ? recorder.denial : nil, underlying: error, fileID: fileID,
            line: line)
    }
}

/// Checks that rules deny something.
///
/// Works in Swift Testing and in XCTest: the error fails the test, and says which rule allowed what.
///
/// - Parameters:
///   - operation: What must be denied.
///   - isolation: The caller's actor.
///   - fileID: The caller's file, for the message.
///   - line: The caller's line, for the message.
/// - Returns: The denial, with the code `.permissionDenied`.
/// - Throws: ``RulesAssertionError`` if the operation is allowed, or fails for another reason than the rules.
@discardableResult
public func assertFails<Result>(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, line: Int = #line,
    _ operation: () async throws -> Result
) async throws -> FirestoreError {
    let recorder = DenialRecorder()
    do {
        _ = try await DenialRecorder.$current.withValue(recorder, operation: operation, isolation: isolation)
    } catch let error as FirestoreError where error.code == .permissionDenied {
        return error
    } catch {
        throw RulesAssertionError(
            "Expected the rules to deny this, but it failed for another reason.", underlying: error,
            fileID: fileID, line: line)
    }
    throw RulesAssertionError(
        "Expected the rules to deny this, but they allowed it.", explanation: recorder.permission,
        fileID: fileID,
        line: line)
}
