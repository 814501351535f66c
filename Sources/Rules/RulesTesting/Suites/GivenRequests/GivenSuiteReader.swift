import CoreValues
import FirestoreModel
import FirestoreRules

/// Reads a `TestSuite` of the Firebase Rules API.
struct GivenSuiteReader {
    private static let encodings = ["ENCODING_UNSPECIFIED", "URL_ENCODED", "PLAIN"]

    func suite(_ root: SuiteCursor) throws(SuiteProblem) -> GivenSuite {
        var root = root
        // The body of an API request holds the suite next to the rules.
        if case .map(let entries) = root.node.content, entries.contains(where: { $0.key == "testSuite" }) {
            let members = try root.members(["source", "testSuite"], of: "a request")
            if let suite = members["testSuite"] { root = suite }
        }
        let members = try root.members(["testCases"], of: "a test suite")
        guard let list = members["testCases"] else { throw root.problem("a test suite needs \"testCases\"") }
        var cases: [GivenSuite.Case] = []
        for (index, element) in try list.elements().enumerated() {
            cases.append(try readCase(element, number: index + 1))
        }
        if cases.isEmpty { throw list.problem("the suite has no cases") }
        return GivenSuite(file: root.file, cases: cases)
    }

    private func readCase(_ cursor: SuiteCursor, number: Int) throws(SuiteProblem) -> GivenSuite.Case {
        let members = try cursor.members(
            ["expectation", "request", "resource", "functionMocks", "pathEncoding", "expressionReportLevel"],
            of: "a test case")
        let isAllowed: Bool
        switch try members["expectation"]?.string() {
        case "ALLOW": isAllowed = true
        case "DENY": isAllowed = false
        default:
            throw (members["expectation"] ?? cursor).problem(
                "a test case needs \"expectation\": ALLOW or DENY")
        }
        guard let request = members["request"] else { throw cursor.problem("a test case needs \"request\"") }
        let encoding = try members["pathEncoding"]?.string() ?? "PLAIN"
        guard GivenSuiteReader.encodings.contains(encoding) else {
            throw (members["pathEncoding"] ?? cursor).problem(
                "expected one of \(GivenSuiteReader.encodings.joined(separator: ", "))")
        }
        var given = try self.request(request, isURLEncoded: encoding == "URL_ENCODED")
        if let resource = members["resource"] { given.resource = GivenValues.value(resource.node) }
        if let mocks = members["functionMocks"] {
            for mock in try mocks.elements() { given.mocks.append(try self.mock(mock)) }
        }
        let name = "\(number): \(given.method.rawValue) /\(given.path.joined(separator: "/"))"
        return GivenSuite.Case(name: name, line: cursor.line, isAllowed: isAllowed, request: given)
    }

    private func request(_ cursor: SuiteCursor, isURLEncoded: Bool) throws(SuiteProblem) -> GivenRequest {
        let entries = try cursor.entries()
        guard let methodCursor = entries.last(where: { $0.key == "method" })?.value,
            let method = RulesMethod(rawValue: try methodCursor.string())
        else {
            throw cursor.problem(
                "a request needs \"method\": one of \(RulesMethod.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        guard let pathCursor = entries.last(where: { $0.key == "path" })?.value else {
            throw cursor.problem(
                "a request needs \"path\", such as /databases/(default)/documents/users/alice")
        }
        let path = try segments(pathCursor, isURLEncoded: isURLEncoded)
        let time = try entries.last { $0.key == "time" }?.value.time()
        return GivenRequest(
            method: method, path: path, request: GivenValues.request(cursor.node, path: path, time: time),
            resource: .null)
    }

    private func segments(_ cursor: SuiteCursor, isURLEncoded: Bool) throws(SuiteProblem) -> [String] {
        var text = try cursor.string()[...]
        if text.first == "/" { text.removeFirst() }
        var segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // What is not percent-encoded UTF-8 stands for itself.
        if isURLEncoded { segments = segments.map { String(percentEncoded: $0) ?? $0 } }
        if segments.contains("") { throw cursor.problem("the path has an empty segment") }
        return segments
    }

    private func mock(_ cursor: SuiteCursor) throws(SuiteProblem) -> FunctionMock {
        let members = try cursor.members(["function", "args", "result"], of: "a mock")
        guard let function = members["function"] else { throw cursor.problem("a mock needs \"function\"") }
        let name = try function.string()
        guard ["get", "exists", "getAfter", "existsAfter"].contains(name) else {
            throw function.problem(
                "there is no function \(name); there are get, exists, getAfter, existsAfter")
        }
        guard let arguments = try members["args"]?.elements(), arguments.count == 1 else {
            throw (members["args"] ?? cursor).problem("a mock of \(name) needs \"args\" with one argument")
        }
        let argument = try arguments[0].members(["exactValue", "anyValue"], of: "an argument")
        var path: String?
        if let exact = argument["exactValue"] {
            path = "/" + (try segments(exact, isURLEncoded: false)).joined(separator: "/")
        } else if argument["anyValue"] == nil {
            throw arguments[0].problem("an argument needs \"exactValue\" or \"anyValue\"")
        }
        guard let result = try members["result"]?.members(["value", "undefined"], of: "a result"),
            result.count == 1
        else {
            throw (members["result"] ?? cursor).problem(
                "a mock needs \"result\" with \"value\" or \"undefined\"")
        }
        return FunctionMock(
            function: name, path: path, result: result["value"].map { GivenValues.value($0.node) })
    }
}
