/// Generates keys for new children: twenty characters that sort by the time of their creation.
///
/// Eight characters hold the milliseconds since 1970, twelve are random; within one millisecond the random part is incremented.
/// Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
package struct PushIDs: Sendable {
    private static let alphabet = Array(
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

    private var lastTime: UInt64 = 0
    /// The random part of the last key, as indexes in the alphabet.
    private var tail = [Int](repeating: 0, count: 12)

    package init() {}

    /// The next key.
    ///
    /// - Parameters:
    ///   - milliseconds: The time, in milliseconds since 1970. Keys keep increasing even if the clock goes back.
    ///   - generator: The source of the random part.
    package mutating func next(
        at milliseconds: UInt64, using generator: inout some RandomNumberGenerator
    ) -> DataKey {
        let time = max(milliseconds, lastTime)
        if time == lastTime {
            countUp()
        } else {
            lastTime = time
            for place in tail.indices { tail[place] = Int.random(in: 0..<64, using: &generator) }
        }
        let head = (0..<8).reversed().map { Int(time >> (6 * UInt64($0)) & 63) }
        return DataKey(String(decoding: (head + tail).map { Self.alphabet[$0] }, as: UTF8.self))
    }

    private mutating func countUp() {
        for place in tail.indices.reversed() {
            if tail[place] < 63 {
                tail[place] += 1
                return
            }
            tail[place] = 0
        }
    }
}
