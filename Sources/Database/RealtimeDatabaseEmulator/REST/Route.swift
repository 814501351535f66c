import RealtimeDatabaseModel

/// The destination of a path.
enum Route: Sendable, Equatable {
    /// Data of a database.
    case data(DatabasePath)
    /// The rules of a database.
    case rules
    /// The names of all databases.
    case databases
    /// Explanations of the rules' decisions.
    case decisions
    /// The requests that rules have decided.
    case requests
    /// The latest calls, and the listeners that are open.
    case calls
    /// Decides once more on a call, without effects.
    case replay
    /// How often the conditions of the rules were true and false, as JSON.
    case coverage
    /// The same as a page.
    case coveragePage
    /// A health check.
    case health
    /// A path without `.json` at its end.
    case withoutSuffix

    /// Finds the destination of a request.
    init(_ target: RequestTarget) throws(RESTFailure) {
        guard let resource = target.resource else {
            switch target.path {
            case "", "/": self = .health
            // The address that Google's emulator has for it.
            case "/.inspect/coverage": self = .coveragePage
            case _: self = .withoutSuffix
            }
            return
        }
        let segments = resource.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        switch segments {
        case [".settings", "rules"]: self = .rules
        case [".inspect", "databases"]: self = .databases
        case [".inspect", "decisions"]: self = .decisions
        case [".inspect", "requests"]: self = .requests
        case [".inspect", "calls"]: self = .calls
        case [".inspect", "replay"]: self = .replay
        case [".inspect", "coverage"]: self = .coverage
        case _:
            if let first = segments.first, [".settings", ".inspect"].contains(first) {
                throw .notFound("There is nothing at \(DataProblem.short(resource)).json.")
            }
            do throws(DataProblem) {
                let path = try DatabasePath(resource, allowsPriority: true)
                if path.keys.count > DatabasePath.maximumDepth {
                    throw DataProblem("it has more than \(DatabasePath.maximumDepth) keys")
                }
                self = .data(path)
            } catch {
                throw .badRequest("Invalid path: \(error.reason)")
            }
        }
    }

    /// Whether only administrators of the emulator may use it.
    var isAdministrative: Bool {
        switch self {
        case .rules, .databases, .decisions, .requests, .calls, .replay, .coverage, .coveragePage: true
        case .data, .health, .withoutSuffix: false
        }
    }
}
