/// The services whose rules the compiler knows.
struct RulesService: OptionSet, Sendable {
    let rawValue: UInt8

    static let firestore = RulesService(rawValue: 1)
    static let storage = RulesService(rawValue: 2)
    /// What Cloud Storage asks where it lists files, which have no values then.
    static let storageList = RulesService(rawValue: 4)

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
    /// The service as it asks for these methods; empty if there are none.
    func asking(for methods: RulesMethodSet) -> RulesService {
        if methods.isEmpty { return [] }
        return self == .storage && methods == RulesMethodSet(.list) ? .storageList : self
    }

    /// The types of what the rules of these services can read besides captures.
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
