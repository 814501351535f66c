/// The services whose rules the compiler knows.
struct RulesService: OptionSet, Sendable {
    let rawValue: UInt8

    static let firestore = RulesService(rawValue: 1)
    static let storage = RulesService(rawValue: 2)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The service of a name; empty for one that nobody knows.
    init(name: String) {
        switch name {
        case "cloud.firestore": self = .firestore
        case "firebase.storage": self = .storage
        default: self = []
        }
    }
}

extension RulesService {
    /// What the rules of these services can read besides captures.
    func hasVariable(_ name: String) -> Bool {
        !isEmpty && (name == "request" || name == "resource")
    }

    /// The functions that these services add to those of the language.
    func function(_ name: String) -> Signature? {
        if contains(.firestore), let function = FunctionSignatures.firestore[name] { return function }
        return !isEmpty && name == "debug" ? FunctionSignatures.debug : nil
    }
}
