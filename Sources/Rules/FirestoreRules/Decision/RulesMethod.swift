/// The methods that a rule can allow.
package enum RulesMethod: String, Sendable, CaseIterable {
    case get, list, create, update, delete
}

/// The methods that an allow statement names.
package struct RulesMethodSet: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package init(_ method: RulesMethod) {
        rawValue =
            switch method {
            case .get: 1
            case .list: 2
            case .create: 4
            case .update: 8
            case .delete: 16
            }
    }

    /// The methods that a name in an allow statement stands for, ignoring case; none for an unknown name.
    package init(name: String) {
        switch name.lowercased() {
        case "read": self = [RulesMethodSet(.get), RulesMethodSet(.list)]
        case "write": self = [RulesMethodSet(.create), RulesMethodSet(.update), RulesMethodSet(.delete)]
        case let single: self = RulesMethod(rawValue: single).map { RulesMethodSet($0) } ?? []
        }
    }
}
