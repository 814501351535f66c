import RealtimeDatabaseModel

/// The observers of one query and what they have been told. A value without I/O.
struct ObservedQuery {
    /// What an observer has asked for.
    struct Registration {
        let handle: DatabaseHandle
        let type: DataEventType
        /// Whether the observer is removed after its first event.
        let isSingle: Bool
    }

    /// An event for one observer.
    struct Notification: Equatable {
        let handle: DatabaseHandle
        let event: DataEvent
        /// Whether the observer is removed with this event.
        let isLast: Bool
    }

    private let events: DataEvents
    private var tree = ObservedTree()
    /// The data; nil until the server has sent it.
    private var node: DataNode?
    private var registrations: [Registration] = []

    /// - Parameter query: nil for a whole location.
    init(_ query: DataQuery?) { events = DataEvents(query: query ?? DataQuery(order: .key)) }

    /// Whether nobody observes the query.
    var isUnobserved: Bool { registrations.isEmpty }
    /// Those who observe it.
    var handles: [DatabaseHandle] { registrations.map(\.handle) }

    /// Adds an observer.
    ///
    /// - Returns: Its first events, if the data is known already.
    mutating func add(_ registration: Registration) -> [Notification] {
        registrations.append(registration)
        guard let node else { return [] }
        return notifications(of: events.initial(node), for: [registration])
    }

    /// Removes an observer.
    mutating func remove(_ handle: DatabaseHandle) { registrations.removeAll { $0.handle == handle } }

    /// A new connection begins.
    mutating func reconnect() { tree.reconnect() }

    /// Takes an event of the stream.
    ///
    /// - Throws: ``DataProblem`` for an invalid event, which changes nothing.
    mutating func apply(_ event: StreamEvent) throws(DataProblem) -> [Notification] {
        guard try tree.apply(event), let change = tree.take() else { return [] }
        let old = node
        node = change.node
        guard let old else { return notifications(of: events.initial(change.node), for: registrations) }
        // Where only whole values are observed, the children need not be compared.
        let changes =
            registrations.contains { $0.type != .value }
            ? events.change(from: old, to: change.node, at: change.path.keys.first)
            : [DataEvent(type: .value, key: nil, node: change.node)]
        return notifications(of: changes, for: registrations)
    }

    private mutating func notifications(
        of events: [DataEvent], for registrations: [Registration]
    ) -> [Notification] {
        var result: [Notification] = []
        var done: Set<DatabaseHandle> = []
        for event in events {
            for registration in registrations
            where registration.type == event.type && !done.contains(registration.handle) {
                if registration.isSingle { done.insert(registration.handle) }
                result.append(
                    Notification(handle: registration.handle, event: event, isLast: registration.isSingle))
            }
        }
        for handle in done { remove(handle) }
        return result
    }
}
