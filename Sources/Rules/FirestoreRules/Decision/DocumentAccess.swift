import FirestoreModel

/// Performs `get()`, `exists()` and their like for one request: within limits, each document once.
package final class DocumentAccess {
    package enum Function: String, Sendable, CaseIterable {
        case get, exists, getAfter, existsAfter

        var isAfter: Bool { self == .getAfter || self == .existsAfter }
        /// The data source of a request that changes nothing.
        fileprivate var before: Function { isExistence ? .exists : .get }
        var isExistence: Bool { self == .exists || self == .existsAfter }
    }

    private struct Call {
        let function: Function
        let path: DocumentPath
        let result: RuleValue
        /// The operation for which it was made first.
        let operation: Int
    }

    /// The most calls that one operation may make, and all operations together.
    /// Source: <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
    private static let limit = (operation: 10, request: 20)

    /// The request. The documents of its operations do not count as lookups.
    let shared: SharedRequest
    private let source: any RulesDataSource
    /// The mocks that stand in for documents; nil for a request about documents.
    private let mocks: [FunctionMock]?
    /// Whether the request may change documents.
    private let isWriting: Bool
    /// The calls without a mock.
    private(set) var unmockedCalls: [String] = []
    /// False while the decision tries to do without data.
    var isOpen = false
    /// False while a query's document is looked at by its name: Google's emulator then says nothing of what comes after.
    var knowsAfter = true
    /// True once rules have asked for data that could not be read yet.
    private(set) var wasWanted = false
    private var calls: [Call] = []
    /// The latest call, which the next operation of a commit mostly repeats.
    private var latest: (function: Function, path: RulePath, result: RuleValue)?
    private var operation = 0
    private var countOfOperation = 0
    private var countOfRequest = 0

    init(_ source: any RulesDataSource, for request: RulesRequest) {
        self.source = source
        shared = SharedRequest(request)
        isWriting = request.operations.contains(where: \.isWrite)
        mocks = nil
    }

    /// Answers by mocks alone.
    init(mocks: [FunctionMock]) {
        self.mocks = mocks
        isWriting = true
        source = NoDocuments()
        shared = SharedRequest(.none)
    }

    private var request: RulesRequest { shared.request }

    /// The stored fields of a document of the request.
    func stored(_ path: DocumentPath) -> MapValue? { source.document(path) }

    /// The fields of a document of the request after it.
    func written(_ path: DocumentPath) -> MapValue? { source.documentAfter(path) }

    /// The documents that calls asked for, each with the operation for which it was first.
    var documentsLookedUp: [(path: DocumentPath, operation: Int)] { calls.map { ($0.path, $0.operation) } }

    /// Starts again, as if nothing had been looked at.
    func forget() {
        isOpen = false
        wasWanted = false
        calls = []
        latest = nil
        countOfOperation = 0
        countOfRequest = 0
    }

    /// Keeps data from being read until it is opened again.
    func close() {
        isOpen = false
        wasWanted = false
    }

    /// Starts counting for an operation.
    func begin(operation index: Int) {
        operation = index
        countOfOperation = 0
        wasWanted = false
    }

    /// Rules ask for data that is not available yet.
    func noteWanted() {
        wasWanted = true
    }

    func call(_ function: Function, _ argument: RuleValue) throws(EvaluationFailure) -> RuleValue {
        guard case .path(let path) = argument else {
            throw .error(
                .unsupported(
                    received: "\(function.rawValue)(\(argument.type.rawValue))",
                    expected: "\(function.rawValue)(path)"))
        }
        if let mocks { return try call(function, path, mocks) }
        if let latest, latest.function == function, latest.path.segments == path.segments, isOpen,
            knowsAfter
        {
            return latest.result
        }
        let target = try document(path, function)
        guard isOpen else {
            noteWanted()
            throw .unknown
        }
        if function.isAfter, !knowsAfter { throw .unknown }
        let result = try result(isWriting ? function : function.before, target, as: function, path)
        latest = (function, path, result)
        return result
    }

    private func result(
        _ kind: Function, _ target: DocumentPath, as function: Function, _ path: RulePath
    ) throws(EvaluationFailure) -> RuleValue {
        if let known = calls.first(where: { $0.function == kind && $0.path == target }) {
            return known.result
        }
        let isOwn =
            request.operations.contains { $0.document == target } || request.otherDocuments.contains(target)
        if !isOwn { try count(function, path) }
        let result = read(kind, target)
        calls.append(Call(function: kind, path: target, result: result, operation: operation))
        return result
    }

    private func call(
        _ function: Function, _ path: RulePath, _ mocks: [FunctionMock]
    ) throws(EvaluationFailure) -> RuleValue {
        let text = "/" + (try path.boundSegments().map(\.text)).joined(separator: "/")
        guard let mock = mocks.first(where: { $0.function == function.rawValue && $0.takes(text) }) else {
            let call = "\(function.rawValue)(\(text))"
            if !unmockedCalls.contains(call) { unmockedCalls.append(call) }
            throw refusal(function, path)
        }
        guard let result = mock.result else { throw refusal(function, path) }
        return result
    }

    private func read(_ function: Function, _ path: DocumentPath) -> RuleValue {
        let fields = function.isAfter ? source.documentAfter(path) : source.document(path)
        return function.isExistence ? .bool(fields != nil) : .document(fields, at: path, in: request.database)
    }

    private func count(_ function: Function, _ path: RulePath) throws(EvaluationFailure) {
        countOfOperation += 1
        countOfRequest += 1
        if countOfOperation > DocumentAccess.limit.operation || countOfRequest > DocumentAccess.limit.request
        {
            throw refusal(function, path)
        }
    }

    /// The document of this database that a path leads to.
    private func document(_ path: RulePath, _ function: Function) throws(EvaluationFailure) -> DocumentPath {
        let texts = try path.boundSegments().map(\.text)
        guard texts.count > 3, texts[0] == "databases", texts[1] == request.database.database,
            texts[2] == "documents"
        else { throw refusal(function, path) }
        // A segment with a slash in it is an id that no document has.
        guard !texts[3...].contains(where: \.isEmpty),
            let document = DocumentPath(segments: texts[3...].map { ResourceID($0) })
        else { throw refusal(function, path) }
        return document
    }

    private func refusal(_ function: Function, _ path: RulePath) -> EvaluationFailure {
        .error(.serviceCall(function: function.rawValue, argument: path.textProto))
    }
}

/// Where there is nothing to look at.
struct NoDocuments: RulesDataSource {
    func document(_ path: DocumentPath) -> MapValue? { nil }
    func documentAfter(_ path: DocumentPath) -> MapValue? { nil }
}

extension RulePath {
    /// The path as the text form of a protocol buffer, which messages print.
    fileprivate var textProto: String {
        let lines = segments.map { "  segments {\n    simple: \"\($0.text)\"\n  }\n" }
        return "path_value {\n\(lines.joined())}\n"
    }
}
