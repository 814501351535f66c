public import FirestoreModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// Creates the current time of this machine's clock.
    public init() {
        self.init(date: Date())
    }
}
