import RealtimeDatabaseRules

extension DatabaseMutations {
    /// Calls a similar method: `exists` instead of `hasChild`, `isNumber` instead of `isString`.
    struct SwappedMethods: MutationFamily {
        let name = "swapped-method"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            source.sites.flatMap { site -> [MutationChange] in
                guard let (name, receiver, arguments) = site.call else { return [] }
                let texts = arguments.map { source.text($0, of: site.statement) }.joined(separator: ", ")
                return others(name, texts).map {
                    source.replacing(after: receiver, of: site, by: ".\($0)")
                }
            }
        }

        private func others(_ name: String, _ arguments: String) -> [String] {
            switch name {
            case "exists": ["hasChildren()"]
            case "hasChild", "hasChildren": ["exists()"]
            case "isString": ["isNumber()", "isBoolean()"]
            case "isNumber": ["isString()", "isBoolean()"]
            case "isBoolean": ["isString()", "isNumber()"]
            case "beginsWith", "endsWith": ["contains(\(arguments))"]
            case "contains": ["beginsWith(\(arguments))", "endsWith(\(arguments))"]
            case "toLowerCase": ["toUpperCase()"]
            case "toUpperCase": ["toLowerCase()"]
            case _: []
            }
        }
    }
}
