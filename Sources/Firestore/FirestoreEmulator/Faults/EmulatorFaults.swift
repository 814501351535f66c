import CoreValues
import FirestoreModel

/// Faults that an emulator makes on request, so that an app's own retries can be tested.
///
/// They concern calls of Firestore's methods, over REST, gRPC and WebChannel alike. `PUT /emulator/v1/faults` sets others.
public struct EmulatorFaults: Sendable, Equatable {
    /// Decides which calls meet a fault with a share below 1.
    let seed: UInt64
    let faults: [Fault]

    /// What happens to some calls.
    struct Fault: Sendable, Equatable {
        /// The methods; nil for all.
        var methods: Set<ServiceMethod>?
        /// How many of the calls it concerns, from 0 to 1.
        var share = 1.0
        /// The maximum number of times it happens; nil for any number.
        var times: Int?
        var effect: Effect
    }

    enum Effect: Sendable, Equatable {
        /// The answer comes this much later.
        case latency(ClosedRange<Duration>)
        /// The call fails; with `afterwards`, after it was carried out.
        case status(RPCStatus, afterwards: Bool)
        /// A stream ends in place of the message after so many.
        case cut(after: Int)
        /// A listener gets an existence filter with a wrong count.
        case wrongCount
        /// A document takes so many writes a second; more are ABORTED.
        case documentRate(Double)
        /// A collection takes so many writes a second, and half as many again every five minutes; more are RESOURCE_EXHAUSTED.
        case collectionRate(Double)
    }

    /// Why a text does not describe faults.
    public struct Problem: Error, Sendable, CustomStringConvertible {
        /// The problem and its place, as a sentence.
        public let description: String
    }
}
