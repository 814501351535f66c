/// A stage that a message reaches with a recipient, as a recipient reports it: delivered, read, or a further one of a schema's own.
///
/// ``delivered`` and ``read`` belong to every schema. Further ones come from ``ReceiptSchema/stage(named:)``.
public struct Receipt: Sendable, Hashable, Comparable {
    /// The name of the stage in files, on the command line and in JSON.
    public let name: String
    /// The place among the stages of its schema, from 1. Whoever reaches a stage has reached all earlier ones.
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
