public import ReadReceipts

/// The part of all users whose events a worker takes, where several share the load: each user belongs to one share, whichever
/// machine reckons it.
public struct UserShare: Sendable, Equatable {
    /// Which share it is, from 1.
    public let number: Int
    /// How many shares there are.
    public let count: Int

    /// The most shares there can be.
    public static let mostShares = 1000

    /// Creates a share.
    ///
    /// - Returns: nil unless the number lies between 1 and the count, and that is at most ``mostShares``.
    public init?(_ number: Int, of count: Int) {
        guard (1...UserShare.mostShares).contains(count), (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Whether a user belongs to it.
    public func contains(_ userID: UserID) -> Bool { UserShare.number(of: userID, among: count) == number }

    /// The share that a user belongs to: the FNV-1a hash of the id's UTF-8 bytes, 64 bits wide, modulo the number of shares.
    static func number(of userID: UserID, among count: Int) -> Int {
        var hash = FNVHash()
        for byte in userID.string.utf8 { hash.add(byte) }
        return Int(hash.value % UInt64(count)) + 1
    }
}
