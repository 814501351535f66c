/// The services whose rules the compiler knows.
struct RulesService: OptionSet, Sendable {
    let rawValue: UInt8

    static let firestore = RulesService(rawValue: 1)
    static let storage = RulesService(rawValue: 2)
    /// Cloud Storage listing files, which then have no values.
    static let storageList = RulesService(rawValue: 4)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The service of a name; empty if unknown.
    init(name: String) {
        switch name {
        case "cloud.firestore": self = .firestore
        case "firebase.storage": self = .storage
        default: self = []
        }
    }
}

extension RulesService {
    /// The service for these methods; empty if there are none.
    func asking(for methods: RulesMethodSet) -> RulesService {
        if methods.isEmpty { return [] }
        return self == .storage && methods == RulesMethodSet(.list) ? .storageList : self
    }

    /// The types of the variables that these services define, besides captures.
    func variable(_ name: String) -> TypeSet? {
        if isEmpty || name != "request" && name != "resource" { return nil }
        return self != .storageList ? .any : name == "request" ? .map : nil
    }

    /// Whether rules of these services can call a built-in function.
    func know(_ function: BuiltInFunction) -> Bool {
        switch function.availability {
        case .everywhere: true
        case .services: !isEmpty
        case .firestore: contains(.firestore)
        }
    }
}
