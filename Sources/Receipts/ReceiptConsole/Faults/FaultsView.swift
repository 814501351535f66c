import JSONText

/// What is switched on: the emulator's faults and clock, and the schedules of devices. A page shows it in its header.
struct FaultsView: Sendable, Equatable {
    /// The clock of an emulator.
    struct Clock: Sendable, Equatable {
        /// Whether somebody has set it.
        var isSet = false
        /// Where it was stopped, as in Firestore's JSON; nil while it runs.
        var stoppedAt: String?
        /// How far it is ahead of this machine's clock while it runs, in seconds.
        var ahead = 0.0

        static let unset = Clock()
    }

    /// Why there are neither faults nor a clock here; nil if there are.
    var absence: String?
    /// The faults, as the emulator returns them.
    var faults: JSON = .null
    var clock = Clock.unset
    var devices: [DeviceSchedule] = []

    /// The view as JSON on one line.
    func json() throws -> String {
        let devices = String(decoding: try ConsoleJSON.bytes(devices), as: UTF8.self)
        let clock =
            "{\"isSet\":\(clock.isSet),\"stoppedAt\":\(text(clock.stoppedAt)),\"ahead\":\(clock.ahead)}"
        return "{\"absence\":\(text(absence)),\"firestore\":\(faults.compactText),\"clock\":\(clock),"
            + "\"devices\":\(devices)}"
    }

    private func text(_ value: String?) -> String { value.map { JSON.string($0).compactText } ?? "null" }
}
