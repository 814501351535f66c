public import FirestoreModel

/// A stage that a message reaches with a recipient: delivered, read, or a further one of the schema.
///
/// Every schema has ``delivered`` and ``read``. Get further ones from ``ReceiptSchema/stage(named:)``.
public struct Receipt: Sendable, Hashable, Comparable {
    /// The name of the stage in files, on the command line and in JSON.
    public let name: String
    /// The position among the stages of its schema, from 1. A user who reaches a stage has reached all earlier ones.
    public let order: Int

    package init(_ name: String, order: Int) {
        self.name = name
        self.order = order
    }

    /// The message has arrived on the recipient's device.
    public static let delivered = Receipt("delivered", order: 1)
    /// The recipient has seen the message.
    public static let read = Receipt("read", order: 2)

    /// Orders from the first stage to the last.
    public static func < (left: Receipt, right: Receipt) -> Bool { left.order < right.order }
}

/// Who has reached one stage of a message, and when.
public struct ReceiptMarks: Sendable, Equatable {
    /// The users, in stored order.
    public var users: [UserID]
    /// When the first of them did, in schemas that store it.
    public var firstTime: Timestamp? {
        get { clock.times.first }
        set { clock.times.first = newValue }
    }
    /// When each of them did, in schemas that store it.
    public var times: [UserID: Timestamp] {
        get { clock.times.each }
        set { clock.times.each = newValue }
    }
    private var clock = Clock.none

    /// Most schemas store no times, so they take no space in most messages.
    private indirect enum Clock: Sendable, Equatable {
        case none
        case some(Times)

        struct Times: Sendable, Equatable {
            var first: Timestamp?
            var each: [UserID: Timestamp] = [:]
        }

        var times: Times {
            get {
                if case .some(let times) = self { times } else { Times() }
            }
            set { self = newValue == Times() ? .none : .some(newValue) }
        }
    }

    /// Creates marks.
    public init(users: [UserID] = [], firstTime: Timestamp? = nil, times: [UserID: Timestamp] = [:]) {
        self.users = users
        clock.times = Clock.Times(first: firstTime, each: times)
    }
}
