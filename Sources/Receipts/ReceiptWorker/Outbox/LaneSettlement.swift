/// What is to become of a lane.
package struct LaneSettlement: Sendable, Equatable {
    package let lane: Lane
    package var receipts: [Settlement]
    /// Until when, in milliseconds since 1970, the rest of the lane waits; nil when nothing failed.
    package var postponedUntil: Int64?

    package init(_ lane: Lane, _ receipts: [Settlement] = [], postponedUntil: Int64? = nil) {
        self.lane = lane
        self.receipts = receipts
        self.postponedUntil = postponedUntil
    }
}
