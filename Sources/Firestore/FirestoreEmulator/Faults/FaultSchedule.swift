import FirestoreModel

/// Which fault each call meets, and how often each fault has happened. A value: the same calls in the same order meet the same faults.
struct FaultSchedule: Sendable {
    let faults: EmulatorFaults
    /// How often each fault has happened.
    private(set) var applied: [Int]
    /// One for each fault, so that a further fault does not change the others.
    private var random: [FaultRandom]
    /// The rates of those faults that have one.
    private var rates: [Int: WriteRates] = [:]

    init(_ faults: EmulatorFaults) {
        self.faults = faults
        applied = faults.faults.map { _ in 0 }
        random = faults.faults.indices.map {
            FaultRandom(state: faults.seed &+ UInt64($0) &* 0x2545_F491_4F6C_DD1D)
        }
        for (index, fault) in faults.faults.enumerated() {
            switch fault.effect {
            case .documentRate(let rate): rates[index] = WriteRates(rate, grows: false)
            case .collectionRate(let rate): rates[index] = WriteRates(rate, grows: true)
            case .latency, .status, .cut, .wrongCount: continue
            }
        }
    }

    /// What a call meets; nil for nothing.
    mutating func next(_ method: ServiceMethod) -> CallFault? {
        var fault = CallFault()
        for index in faults.faults.indices {
            switch faults.faults[index].effect {
            case .latency(let range):
                if happens(index, method) { fault.latency += random[index].duration(in: range) }
            case .status(let status, let afterwards):
                guard fault.status == nil, happens(index, method) else { continue }
                (fault.status, fault.afterwards) = (status, afterwards)
            case .cut(let count):
                guard method.isStream, happens(index, method) else { continue }
                fault.cut = min(fault.cut ?? count, count)
            case .wrongCount, .documentRate, .collectionRate: continue
            }
        }
        return fault == CallFault() ? nil : fault
    }

    /// Whether a new target of a listener gets a filter with a wrong count.
    mutating func nextWrongCount() -> Bool {
        faults.faults.indices.contains { index in
            faults.faults[index].effect == .wrongCount && happens(index, .listen)
        }
    }

    /// The refusal of writes that exceed a rate.
    mutating func refusal(of names: [DocumentName], at time: Timestamp) -> RPCStatus? {
        for index in faults.faults.indices {
            guard var rates = rates[index] else { continue }
            var counts: [WriteRates.Subject: Int] = [:]
            for name in names {
                switch faults.faults[index].effect {
                case .documentRate: counts[.document(name.database, name.path), default: 0] += 1
                case _: counts[.collection(name.database, name.path.collection), default: 0] += 1
                }
            }
            if let (subject, rate) = rates.take(counts, at: time) {
                if happens(index, .single(.commit)) { return subject.refusal(rate) }
                _ = rates.take(counts, at: time, isForced: true)
            }
            self.rates[index] = rates
        }
        return nil
    }

    private mutating func happens(_ index: Int, _ method: ServiceMethod) -> Bool {
        let fault = faults.faults[index]
        if let methods = fault.methods, !methods.contains(method) { return false }
        if let times = fault.times, applied[index] >= times { return false }
        if fault.share < 1, random[index].fraction() >= fault.share { return false }
        applied[index] += 1
        return true
    }
}

/// What happens to one call.
struct CallFault: Sendable, Equatable {
    /// How much later the answer comes, or what a stream says each time.
    var latency = Duration.zero
    var status: RPCStatus?
    /// Whether the call is carried out before it fails.
    var afterwards = false
    /// How many messages pass before a stream ends.
    var cut: Int?
}

extension WriteRates.Subject {
    /// The refusal of a write beyond a rate. Production's words for documents are recorded; those for collections are ours.
    fileprivate func refusal(_ rate: Double) -> RPCStatus {
        switch self {
        case .document:
            RPCStatus(.aborted, "Too much contention on these documents. Please try again.")
        case .collection(_, let path):
            RPCStatus(
                .resourceExhausted,
                "The collection \(path.id) takes \(Int(rate)) writes a second so far. Write less at first, and half as much again "
                    + "every five minutes.")
        }
    }
}

extension ServiceMethod {
    fileprivate var isStream: Bool {
        switch self {
        case .listen, .write: true
        case .single: false
        }
    }
}

/// Random numbers that are the same for the same seed: SplitMix64.
private struct FaultRandom: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, but not including, 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        if range.lowerBound == range.upperBound { return range.lowerBound }
        return range.lowerBound + (range.upperBound - range.lowerBound) * fraction()
    }
}
