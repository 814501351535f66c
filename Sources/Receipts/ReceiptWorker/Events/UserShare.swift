public import ReadReceipts

/// The share of the users whose events a worker accepts, if several workers divide the load. Each user belongs to one share, on every
/// machine.
public struct UserShare: Sendable, Equatable {
    /// The number of the share, from 1.
    public let number: Int
    /// The number of shares.
    public let count: Int

    /// The maximum number of shares.
    public static let mostShares = 1000

    /// Creates a share.
    ///
    /// - Returns: nil unless the number is from 1 to the count, and the count is at most ``mostShares``.
    public init?(_ number: Int, of count: Int) {
        guard (1...UserShare.mostShares).contains(count), (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Whether a user belongs to the share.
    public func contains(_ userID: UserID) -> Bool { UserShare.number(of: userID, among: count) == number }

    /// The share that a user belongs to: the FNV-1a hash of the id's UTF-8 bytes, 64 bits wide, modulo the number of shares.
    static func number(of userID: UserID, among count: Int) -> Int {
        var hash = FNVHash()
        for byte in userID.string.utf8 { hash.add(byte) }
        return Int(hash.value % UInt64(count)) + 1
    }
}
