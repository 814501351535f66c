#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The present time by this machine's clock.
enum SystemTime {
    /// Milliseconds since 1970.
    static func milliseconds() -> UInt64 { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) }
}
