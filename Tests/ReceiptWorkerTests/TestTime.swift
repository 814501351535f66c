import Synchronization

/// A clock that tests set, in milliseconds since 1970.
final class TestTime: Sendable {
    private let time: Mutex<Int64>

    init(_ milliseconds: Int64) {
        time = Mutex(milliseconds)
    }

    var milliseconds: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
