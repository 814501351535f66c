import CoreValues
import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText

/// Knows the emulator's faults and clock, and the schedules of devices. Anybody may change the emulator's, so it asks again and again
/// while a page is open.
actor FaultsDesk {
    /// Nil without an emulator of Firestore.
    private let firestore: FirestoreProxy?
    private let now: @Sendable () -> Timestamp
    private var view = FaultsView()
    private var asking: Task<Void, Never>?
    private var lastLook: ContinuousClock.Instant?
    /// When the present schedules began.
    private var begin = ContinuousClock.now

    /// The time between two looks at the emulator that makes faults, and at another one, which may be replaced.
    private static let pause = (known: Duration.seconds(1), other: Duration.seconds(15))
    private static let paths = (faults: "/emulator/v1/faults", clock: "/emulator/v1/clock")

    /// - Parameters:
    ///   - firestore: Sends requests to Firestore; nil if the console shows none.
    ///   - isEmulator: Whether it is an emulator.
    init(
        _ firestore: FirestoreProxy?, isEmulator: Bool,
        now: @escaping @Sendable () -> Timestamp = { Timestamp() }
    ) {
        self.firestore = isEmulator ? firestore : nil
        self.now = now
        view.absence =
            !isEmulator
            ? "This is production, which nobody can make fail on request. The embedded emulator can."
            : firestore == nil
                ? "The emulator of a Realtime Database makes no faults. The embedded emulator of Firestore does."
                : nil
    }

    /// Whether a request is about the faults or the clock of an emulator.
    static func concerns(_ path: some StringProtocol) -> Bool { path == paths.faults || path == paths.clock }

    /// What is switched on, as far as is known; it is looked up if that is due.
    func current(at time: ContinuousClock.Instant = .now) -> FaultsView {
        let pause = view.absence == nil ? FaultsDesk.pause.known : FaultsDesk.pause.other
        if firestore != nil, asking == nil, lastLook.map({ time >= $0 + pause }) ?? true {
            lastLook = time
            asking = Task {
                await look()
                asking = nil
            }
        }
        return view
    }

    /// Whether the devices of a schedule are offline.
    func isOffline(_ schedule: DeviceSchedule, at time: ContinuousClock.Instant = .now) -> Bool {
        schedule.isOffline(after: begin.duration(to: time))
    }

    /// Looks up the faults and the clock.
    func look() async {
        guard let firestore else { return }
        guard let faults = try? await send(.get, FaultsDesk.paths.faults, over: firestore) else { return }
        if faults.head.status.kind != .successful {
            if faults.head.status.kind == .clientError {
                view.absence = "This emulator makes no faults on request. The embedded emulator does."
                (view.faults, view.clock) = (.null, .unset)
            }
            return
        }
        guard let tree = try? JSONParser.parse(faults.body),
            let clock = try? await send(.get, FaultsDesk.paths.clock, over: firestore),
            let state = try? JSONParser.parse(clock.body)
        else { return }
        (view.absence, view.faults) = (nil, tree)
        view.clock = setting(state)
    }

    /// Sets the schedules of devices.
    func set(_ schedules: [DeviceSchedule]) throws(ConsoleFailure) {
        try DeviceSchedule.check(schedules)
        // Those that stay go on as before.
        if !view.devices.contains(where: schedules.contains) { begin = .now }
        view.devices = schedules
    }

    /// Switches everything off.
    func clear() async throws {
        view.devices = []
        guard let firestore, view.absence == nil else { return }
        _ = try await send(.delete, FaultsDesk.paths.faults, over: firestore)
        if view.clock.isSet {
            _ = try await send(.put, FaultsDesk.paths.clock, #"{"system": true}"#, over: firestore)
        }
        await look()
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", over firestore: FirestoreProxy
    ) async throws -> HTTPExchangeResponse {
        let request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        return try await firestore.send(request, to: Substring(path), body: Array(body.utf8))
    }

    private func setting(_ clock: JSON) -> FaultsView.Clock {
        guard clock["system"] != .boolean(true), let text = clock["time"]?.string,
            let time = Timestamp(rfc3339: text)
        else { return .unset }
        if clock["stopped"] == .boolean(true) { return FaultsView.Clock(isSet: true, stoppedAt: text) }
        let ahead = (Double(time.microseconds - now().microseconds) / 1_000_000).rounded()
        // The answer took a while, so a second more or less is no change.
        let isSame = view.clock.isSet && view.clock.stoppedAt == nil && abs(view.clock.ahead - ahead) <= 1
        return isSame ? view.clock : FaultsView.Clock(isSet: true, ahead: ahead)
    }
}
