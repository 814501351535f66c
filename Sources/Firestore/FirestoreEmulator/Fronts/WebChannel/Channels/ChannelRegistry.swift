import JSONText
import Synchronization

/// The open channels of an emulator.
final class ChannelRegistry: Sendable {
    private struct State {
        var channels: [String: Channel] = [:]
        var isSweeping = false
    }

    private let state = Mutex(State())
    private let clock: ChannelClock

    private let randomNumber: @Sendable () -> UInt64

    init(clock: ChannelClock, randomNumber: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.randomNumber = randomNumber
    }

    /// The number of open channels.
    var count: Int { state.withLock { $0.channels.count } }

    /// Adds a channel.
    ///
    /// - Returns: Its id, which nobody can guess; nil if there are too many channels.
    func add(_ channel: Channel) -> String? {
        let id = newID()
        let (isAdded, mustSweep) = state.withLock { state in
            guard state.channels.count < ChannelRegistry.maximumCount else { return (false, false) }
            state.channels[id] = channel
            defer { state.isSweeping = true }
            return (true, !state.isSweeping)
        }
        if mustSweep { sweep() }
        return isAdded ? id : nil
    }

    /// The channel with an id, if it carries this kind of stream.
    func channel(_ id: String, _ kind: ChannelKind) -> Channel? {
        state.withLock { $0.channels[id] }.flatMap { $0.kind == kind ? $0 : nil }
    }

    /// Ends a channel, if there is one with this id.
    func close(_ id: String) {
        state.withLock { $0.channels.removeValue(forKey: id) }?.close()
    }

    /// Looks after the channels, about once a second, until there are none. This costs less than a timer for each.
    private func sweep() {
        let clock = clock
        Task.detached { [weak self] in
            while (try? await clock.sleep(ChannelRegistry.interval)) != nil {
                guard let self, self.tick() else { return }
            }
        }
    }

    /// Wakes those whose time has come, and drops those whose client is gone.
    ///
    /// - Returns: False if none are left.
    private func tick() -> Bool {
        for (id, channel) in state.withLock(\.channels) where !channel.tick() { close(id) }
        return state.withLock { state in
            state.isSweeping = !state.channels.isEmpty
            return state.isSweeping
        }
    }

    private static let interval = Duration.seconds(1)
    private static let maximumCount = 10_000

    private func newID() -> String {
        let numbers = [randomNumber(), randomNumber()]
        return Base64.encodeURLSafe(
            numbers.flatMap { number in
                stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
            })
    }
}
