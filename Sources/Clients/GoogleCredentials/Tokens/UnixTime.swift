#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The time by this machine's clock, in whole seconds since 1970.
enum UnixTime {
    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}
