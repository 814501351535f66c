import FirestoreModel
import Logging
import PubSubClient

/// What a worker logs: refusals and outages, never tokens or texts.
struct WorkerLog: Sendable {
    /// How many receipts of a batch are logged one by one.
    private static let mostLogged = 5

    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Events have to wait until the outbox has room.
    func fullOutbox(_ error: OutboxError) {
        logger.warning("events wait for room in the outbox", metadata: ["reason": "\(error)"])
    }

    /// The outbox cannot be written.
    func unwritableOutbox(_ error: OutboxError) {
        logger.error("the outbox cannot be written", metadata: ["reason": "\(error)"])
    }

    /// Damaged rows were set aside.
    func damage(_ damage: [OutboxDamage]) {
        for row in damage.prefix(Self.mostLogged) {
            logger.error(
                "damaged receipts are set aside, and not written",
                metadata: [
                    "table": "\(row.tableName)", "row": "\(row.rows.lowerBound)",
                    "reason": "\(row.reason.text)",
                ])
        }
        if damage.count > Self.mostLogged {
            logger.error(
                "more damaged receipts are set aside",
                metadata: ["count": "\(damage.count - Self.mostLogged)"])
        }
    }

    /// The server cannot take any receipts.
    func outage(_ failure: BatchSettlement.Failure) {
        logger.warning(
            "the database is unavailable; receipts are kept and tried again",
            metadata: ["code": "\(failure.code.name)", "reason": "\(failure.reason)"])
    }

    /// Receipts were refused, or have to wait for a reason of their own.
    func failures(_ settlement: BatchSettlement) {
        for (lane, receipt, failure) in settlement.refusals.prefix(Self.mostLogged) {
            logger.warning(
                "a receipt cannot be written, and is kept as a dead letter",
                metadata: [
                    "conversation": "\(lane.conversationID)", "message": "\(receipt.messageID)",
                    "user": "\(lane.userID)", "code": "\(failure.code.name)", "reason": "\(failure.reason)",
                ])
        }
        if settlement.refusals.count > Self.mostLogged {
            logger.warning(
                "more receipts cannot be written, and are kept as dead letters",
                metadata: ["count": "\(settlement.refusals.count - Self.mostLogged)"])
        }
        // Once for each lane; an outage is logged once for all.
        for (lane, failure) in settlement.postponements
        where lane.failures == 0 && !ServerHealth.isConcerned(by: failure.code) {
            logger.warning(
                "receipts of a user are tried again later",
                metadata: [
                    "conversation": "\(lane.conversationID)", "user": "\(lane.userID)",
                    "code": "\(failure.code.name)", "reason": "\(failure.reason)",
                ])
        }
    }

    // MARK: Messages

    /// A subscription cannot be pulled from.
    func failedPull(_ error: PubSubError) {
        logger.warning("pulling has failed, and is tried again", metadata: ["reason": "\(error)"])
    }

    /// A subscription can be pulled from again.
    func pullsAgain(_ subscription: SubscriptionName) {
        logger.warning("pulling works again", metadata: ["subscription": "\(subscription)"])
    }

    /// An acknowledgement, or a deadline, could not be sent.
    func failedAnswer(_ error: PubSubError) {
        logger.warning("messages may be delivered again", metadata: ["reason": "\(error)"])
    }

    /// What can never be written could not be put among the dead letters.
    func failedBurial(_ error: any Error) {
        logger.error(
            "dead letters cannot be stored; the message will be delivered again",
            metadata: ["reason": "\(error)"])
    }
}
