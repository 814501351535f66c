import RealtimeDatabaseModel
import Synchronization

/// All observers of a client: one stream for each query that is observed.
final class Observers: Sendable {
    fileprivate struct Place: Hashable {
        let path: DatabasePath
        let query: DataQuery?
    }

    fileprivate struct State {
        var observations: [Place: QueryObservation] = [:]
        var lastHandle: DatabaseHandle = 0
    }

    private let state = Mutex(State())

    /// Adds an observer. An invalid query is reported as its failure.
    ///
    /// - Returns: A handle that no other observer of the client has.
    func add(
        _ observer: Observer, of query: DatabaseQuery, _ type: DataEventType, isSingle: Bool
    ) -> DatabaseHandle {
        let checked: Result<Place, DatabaseError>
        do throws(DatabaseError) {
            let (path, dataQuery) = try query.checked(for: "observe")
            checked = .success(Place(path: path, query: dataQuery))
        } catch {
            checked = .failure(error)
        }
        return state.withLock { state in
            state.lastHandle += 1
            switch checked {
            case .success(let place):
                let registration = ObservedQuery.Registration(
                    handle: state.lastHandle, type: type, isSingle: isSingle)
                if state.observations[place]?.add(observer, registration) != true {
                    let observation = newObservation(place, query.ref)
                    state.observations[place] = observation
                    _ = observation.add(observer, registration)
                    observation.start()
                }
            case .failure(let error): observer.fail(error)
            }
            return state.lastHandle
        }
    }

    /// The streams that have not begun yet.
    var opening: [QueryObservation] {
        state.withLock { $0.observations.values.filter(\.isOpening) }
    }

    private func newObservation(_ place: Place, _ ref: DatabaseReference) -> QueryObservation {
        QueryObservation(ref, place.path, place.query) { [weak self] observation in
            self?.end(observation, at: place)
        }
    }

    /// Removes an observer, or all, from a query; from a whole location, also those of its queries, as in Firebase's SDK.
    func remove(_ handle: DatabaseHandle?, from query: DatabaseQuery) {
        guard let (path, dataQuery) = try? query.checked(for: "removeObserver") else { return }
        state.withLock { state in
            for (place, observation) in state.observations
            where place.path == path && (query.isWholeLocation || place.query == dataQuery) {
                observation.remove(handle)
                if observation.isUnobserved { state.close(observation, at: place) }
            }
        }
    }

    /// Forgets a stream that is over, unless somebody has begun to observe it again.
    private func end(_ observation: QueryObservation, at place: Place) {
        state.withLock { state in
            if observation.isUnobserved { state.close(observation, at: place) }
        }
    }
}

extension Observers.State {
    fileprivate mutating func close(_ observation: QueryObservation, at place: Observers.Place) {
        if observations[place] === observation { observations[place] = nil }
        observation.stop()
    }
}
