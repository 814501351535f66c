#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A port of 127.0.0.1, as the system's calls read and write it.
///
/// Its bytes are set here, because in a release build the members of `sockaddr_in` belong to a module of NIO that has included the same header.
struct LoopbackAddress {
    private var bytes: (UInt64, UInt64) = (0, 0)

    init(port: UInt16) {
        withUnsafeMutableBytes(of: &bytes) { bytes in
            #if canImport(Darwin)
                (bytes[0], bytes[1]) = (UInt8(bytes.count), UInt8(AF_INET))
            #else
                bytes.storeBytes(of: UInt16(AF_INET), as: UInt16.self)
            #endif
            (bytes[2], bytes[3]) = (UInt8(port >> 8), UInt8(port & 0xFF))
            (bytes[4], bytes[7]) = (127, 1)
        }
    }

    var port: UInt16 { withUnsafeBytes(of: bytes) { UInt16($0[2]) << 8 | UInt16($0[3]) } }

    /// Calls the system with the address and its length, which it may change.
    mutating func withPointer(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var length = socklen_t(MemoryLayout.size(ofValue: bytes))
        return withUnsafeMutablePointer(to: &bytes) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
    }
}
