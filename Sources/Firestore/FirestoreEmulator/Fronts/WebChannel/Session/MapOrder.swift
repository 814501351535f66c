/// A message from a client, with its number in the life of the channel: the first one is 0.
struct ChannelMap: Sendable, Equatable {
    let number: Int
    let json: [UInt8]
}

/// Brings a client's messages into their order, each once.
///
/// Requests are repeated when their answers are lost, and may overtake each other.
struct MapOrder: Sendable {
    /// The number of the next message.
    private var next = 0
    /// Messages that came too early, by number.
    private var early: [Int: [UInt8]] = [:]
    private var earlySize = 0

    /// Takes the messages of a request.
    ///
    /// - Returns: Those whose turn it is, in order.
    mutating func take(_ maps: [ChannelMap]) -> [[UInt8]] {
        for map in maps where map.number >= next && early[map.number] == nil {
            early[map.number] = map.json
            earlySize += map.json.count
        }
        var ready: [[UInt8]] = []
        while let json = early.removeValue(forKey: next) {
            ready.append(json)
            earlySize -= json.count
            next += 1
        }
        return ready
    }

    /// Whether more messages wait for an earlier one than an honest client sends.
    var isTooFarAhead: Bool { early.count > 1000 || earlySize > 32 << 20 }
}
