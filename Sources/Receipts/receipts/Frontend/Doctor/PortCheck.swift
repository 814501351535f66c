#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks whether the ports are free that emulators and the console use if none is given.
struct PortCheck {
    /// The ports, with what listens on them.
    var ports = [
        (8080, "receipts emulator start", "pass --port 0, or set emulators.firestore.port in firebase.json"),
        (9000, "the Realtime Database's emulator", "pass --database-port 0"),
        (4000, "the console", "it takes a free port instead; --console-port chooses one"),
    ]
    /// The port of the emulator that the environment names.
    var used: Int?
    /// Whether a port of this computer is free.
    var isFree: (Int) -> Bool = PortCheck.isFree

    var findings: [DoctorFinding] {
        let taken = ports.filter { $0.0 != used && !isFree($0.0) }
        if taken.isEmpty {
            return [.good("ports", ports.map { String($0.0) }.joined(separator: ", ") + " are free or yours")]
        }
        return taken.map { port, user, advice in
            .note("port \(port)", "taken; \(user) uses it by default", advice)
        }
    }

    /// Tries to listen on a port of the loopback address.
    private static func isFree(_ port: Int) -> Bool {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return bound == 0 || errno != EADDRINUSE
    }
}
