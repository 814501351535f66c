/// The common parts of a case: a name, data to begin with, and steps.
struct CaseFrame {
    /// What contains a request, for messages.
    enum Kind: String {
        case oneRequest = "a case"
        case step = "a step"
    }

    /// Nil to name the case after its steps.
    let name: String?
    /// The place of the data that the case begins with.
    let given: SuiteCursor?
    /// The steps, or the case itself as the only one.
    let steps: [(SuiteCursor, Kind)]

    /// Reads a case.
    ///
    /// - Parameter keys: The other members of a case that is one request itself.
    init(_ cursor: SuiteCursor, keys: [String]) throws(SuiteProblem) {
        let members = try cursor.members(
            ["name", "given", "steps", "as", "expect"] + keys, of: Kind.oneRequest.rawValue)
        name = try members["name"]?.string()
        given = members["given"]
        guard let list = members["steps"] else {
            steps = [(cursor, .oneRequest)]
            return
        }
        for name in members.keys.sorted() where !["name", "given", "steps"].contains(name) {
            throw members[name]?.problem("a case with steps says \"\(name)\" in its steps")
                ?? cursor.problem("a case with steps has nothing else to do")
        }
        steps = try list.elements().map { ($0, .step) }
        if steps.isEmpty { throw list.problem("there are no steps") }
    }
}
