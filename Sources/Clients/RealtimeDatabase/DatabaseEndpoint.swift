package import ClientCore

/// Where a Realtime Database is served.
public struct DatabaseEndpoint: Hashable, Sendable, CustomStringConvertible {
    private enum Place: Hashable, Sendable {
        /// Google's servers; nil for the first region, `us-central1`, whose databases have addresses of their own form.
        case google(region: String?)
        case emulator(HostAddress)
    }

    private let place: Place

    /// Google's servers in `us-central1`: `https://NAME.firebaseio.com`.
    public static let production = DatabaseEndpoint(place: .google(region: nil))

    /// Google's servers in another region, such as `europe-west1`: `https://NAME.europe-west1.firebasedatabase.app`.
    public static func production(region: String) -> DatabaseEndpoint {
        DatabaseEndpoint(place: .google(region: region))
    }

    /// An emulator, reached by plain http.
    public static func emulator(host: String, port: Int) -> DatabaseEndpoint {
        DatabaseEndpoint(place: .emulator(HostAddress(host: host, port: port, isSecure: false)))
    }

    /// Reads an emulator's address in the form of `FIREBASE_DATABASE_EMULATOR_HOST`: `HOST:PORT`, with an IPv6 address in
    /// brackets, as in `[::1]:9000`. A leading `http://` and a trailing `/` are ignored.
    ///
    /// - Throws: ``DatabaseError`` with `.invalidArgument` and what is wrong with the text.
    public static func emulator(_ text: String) throws(DatabaseError) -> DatabaseEndpoint {
        do throws(AddressProblem) {
            return DatabaseEndpoint(place: .emulator(try HostAddress(emulator: text)))
        } catch {
            throw .invalidArgument(
                "\(text.quotedForMessage) is not an emulator's address: \(error.reason). "
                    + "Write HOST:PORT, such as 127.0.0.1:9000 or [::1]:9000.")
        }
    }

    /// The emulator that `FIREBASE_DATABASE_EMULATOR_HOST` names, or nil where the variable is not set.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for a variable that holds no address.
    public static func emulator(
        environment: [String: String]
    ) throws(DatabaseError) -> DatabaseEndpoint? {
        guard let text = environment["FIREBASE_DATABASE_EMULATOR_HOST"] else { return nil }
        do throws(DatabaseError) {
            return try emulator(text)
        } catch {
            throw .invalidArgument("FIREBASE_DATABASE_EMULATOR_HOST is unusable: \(error.message)")
        }
    }

    /// Whether it is an emulator: requests name their database by a parameter, and redirects are not followed.
    package var isEmulator: Bool {
        if case .emulator = place { true } else { false }
    }

    /// Where the requests for a database go.
    package func address(of name: String) -> HostAddress {
        switch place {
        case .google(nil): HostAddress(host: "\(name).firebaseio.com", port: 443, isSecure: true)
        case .google(let region?):
            HostAddress(host: "\(name).\(region).firebasedatabase.app", port: 443, isSecure: true)
        case .emulator(let address): address
        }
    }

    /// What is wrong with the host, port or region; nil if nothing is.
    var problem: String? {
        switch place {
        case .google(nil): return nil
        case .google(let region?):
            let isName = !region.isEmpty && region.utf8.allSatisfy(DatabaseEndpoint.isPartOfName)
            return isName ? nil : "\(region.quotedForMessage) is not a region, such as europe-west1"
        case .emulator(let address): return address.problem
        }
    }

    /// Whether a byte may be part of the name of a database or a region, which are parts of a host.
    static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): true
        case _: false
        }
    }

    /// The address, with NAME in place of the database's name.
    public var description: String { address(of: "NAME").description }
}
