import HTTPTypes
import JSONText

/// Around what, and for which request, the expressions of a section are evaluated.
struct ProbeSetup {
    var version = "2"
    var template = "/probes/{id}"
    /// Functions that all expressions of the section may call.
    var declarations = ""
    /// Blocks beside that of the expression.
    var others = ""
    /// True when the expression is the condition itself, false when it is to yield a value.
    var isCondition = false
    /// True when the nodes below the expression are written down as well.
    var showsNodes = false
    var authorization: String?
    var method = HTTPRequest.Method.get
    var path = "/probes/doc"
    var body = ""

    /// The rules that evaluate an expression.
    func rules(_ probe: Probe) -> String {
        """
        rules_version = '\(version)';
        service cloud.firestore { match /databases/{database}/documents { match \(template) {
        \(declarations + probe.declarations)
        allow read, write: if
        \(isCondition ? "\(probe.expression);" : "[\(probe.expression)] is map;")
        } \(others)}}
        """
    }

    /// The line of the expression, and the columns before it.
    static let line = 5
    var indentation: Int { isCondition ? 0 : 1 }

    /// The name that rules have for what the request does.
    var ruleMethod = "get"

    /// Takes in a directive.
    mutating func apply(_ name: Substring, _ argument: String) throws(ProbeFile.Mistake) {
        switch name {
        case "version": version = argument
        case "match": template = argument
        case "declare": declarations += argument + " "
        case "also": others = argument
        case "condition": isCondition = true
        case "nodes": showsNodes = true
        case "user":
            authorization = argument == "none" ? nil : UnsignedToken.header(claims: try json(argument))
        case "request":
            let words = argument.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let method = HTTPRequest.Method(String(words[0])) else {
                throw ProbeFile.Mistake(description: "a request is a method, a path and perhaps a body")
            }
            self.method = method
            path = String(words[1])
            body = words.count > 2 ? String(words[2]) : ""
            ruleMethod = usualRuleMethod
        case "method": ruleMethod = argument
        default: throw ProbeFile.Mistake(description: "there is no @\(name)")
        }
    }

    private var usualRuleMethod: String {
        switch method {
        case .post: path.contains(":run") ? "list" : "create"
        case .patch: "update"
        case .delete: "delete"
        default: path.split(separator: "/").count.isMultiple(of: 2) ? "get" : "list"
        }
    }

    private func json(_ text: String) throws(ProbeFile.Mistake) -> JSON {
        do throws(JSONParser.Failure) {
            return try JSONParser.parse(Array(text.utf8))
        } catch {
            throw ProbeFile.Mistake(description: "\(error): \(text)")
        }
    }
}
