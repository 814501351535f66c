import CoreValues
import HTTPTypes
import JSONText

/// What tests and set-ups need: to create topics and subscriptions, and to delete them.
extension PubSub {
    /// Creates a topic; does nothing if it exists.
    public func create(_ topic: TopicName) async throws(PubSubError) {
        try await create(PubSubCall(.put, "creation", of: topic.description, "", Array("{}".utf8)))
    }

    /// Creates a subscription; does nothing if one of that name exists, whatever its topic.
    ///
    /// - Parameters:
    ///   - subscription: Its name.
    ///   - topic: The topic, which exists.
    ///   - deadline: The time until a delivery's deadline, from 10 to 600 seconds.
    ///   - isOrdered: Whether messages with the same ordering key arrive in order.
    public func create(
        _ subscription: SubscriptionName, to topic: TopicName, deadline: Int = 60, isOrdered: Bool = true
    ) async throws(PubSubError) {
        let body = JSON.object([
            JSON.Member("topic", .string(topic.description)),
            JSON.Member("ackDeadlineSeconds", .number("\(deadline)")),
            JSON.Member("enableMessageOrdering", .boolean(isOrdered)),
        ])
        try await create(
            PubSubCall(.put, "creation", of: subscription.description, "", Array(body.compactText.utf8)))
    }

    private func create(_ call: PubSubCall) async throws(PubSubError) {
        do throws(PubSubError) {
            try await perform(call) { _ in () }
        } catch {
            if error.code != .alreadyExists { throw error }
        }
    }

    /// Deletes a topic. Its subscriptions stay, and get no more messages.
    public func delete(_ topic: TopicName) async throws(PubSubError) {
        try await perform(PubSubCall(.delete, "deletion", of: topic.description)) { _ in () }
    }

    /// Deletes a subscription with its messages.
    public func delete(_ subscription: SubscriptionName) async throws(PubSubError) {
        try await perform(PubSubCall(.delete, "deletion", of: subscription.description)) { _ in () }
    }
}
