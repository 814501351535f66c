import Synchronization

/// The databases of an emulator, created when first named.
final class DatabaseRegistry: Sendable {
    private let configuration: DatabaseEmulatorConfiguration
    private let databases = Mutex<[String: DatabaseInstance]>([:])

    init(_ configuration: DatabaseEmulatorConfiguration) { self.configuration = configuration }

    /// The database of a namespace.
    func database(_ namespace: String) -> DatabaseInstance {
        databases.withLock { databases in
            if let database = databases[namespace] { return database }
            let database = DatabaseInstance(namespace, configuration: configuration)
            databases[namespace] = database
            return database
        }
    }

    /// Whether a database may have this name.
    static func isName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    /// The databases that were ever named, by name.
    var all: [DatabaseInstance] {
        databases.withLock { Array($0.values) }.sorted { $0.namespace < $1.namespace }
    }
}

extension UInt8 {
    /// Whether this is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: false
        }
    }
}
