/// What transactions read and wrote, in a database of lists to which each element is appended once.
///
/// Lists show the order of their writers: whoever reads `[1, 2]` tells that 1 was appended before 2. So the dependencies between
/// transactions follow from what they read, as Elle infers them (Kingsbury and Alvaro, VLDB 2020).
package struct History: Sendable {
    package struct Transaction: Sendable {
        package enum Outcome: Sendable, Equatable {
            case committed, aborted
            /// No answer arrived, so it may be either.
            case unknown
        }

        package enum Operation: Sendable, Equatable {
            /// The elements of a list, and how many appends it has counted; nil for a list that does not count.
            case read(String, [Int], count: Int? = nil)
            case append(String, Int)
        }

        package var operations: [Operation]
        package var outcome: Outcome
        /// Places in the order of all events: when its first request arrived, and when its last answer was sent. Nil if unknown.
        package var span: ClosedRange<Int>?

        package init(
            _ operations: [Operation], _ outcome: Outcome = .committed, span: ClosedRange<Int>? = nil
        ) {
            self.operations = operations
            self.outcome = outcome
            self.span = span
        }
    }

    package var transactions: [Transaction]
    /// The lists after all transactions.
    package var end: [String: [Int]]

    package init(_ transactions: [Transaction], end: [String: [Int]] = [:]) {
        self.transactions = transactions
        self.end = end
    }
}

/// Something that cannot happen in a serializable database. The names of isolation anomalies are Adya's.
package enum Anomaly: Sendable, Hashable {
    /// An append was acknowledged, but its element is missing in the end.
    case lost(String, Int)
    /// An element is there twice, or the list has counted an append twice.
    case duplicate(String)
    /// Nobody had appended the element that was read.
    case invented(String, Int)
    /// Two reads of a list disagree about the order of its elements.
    case incompatibleOrder(String)
    /// G1a: a transaction read what an aborted one wrote.
    case abortedRead(String, Int)
    /// G1b: a transaction read a state in the middle of another one.
    case intermediateRead(String, Int)
    /// Transactions that depend on each other in a circle.
    case cycle(Cycle, [Dependency])

    package enum Cycle: String, Sendable {
        /// Writes alone: each overwrote the other.
        case g0 = "G0"
        /// Writes and reads of them.
        case g1c = "G1c"
        /// One transaction did not see what another wrote: a lost update or a skewed read.
        case gSingle = "G-single"
        /// Several did not, such as in write skew.
        case g2 = "G2"
    }

    /// Why one transaction comes before another one.
    package struct Dependency: Sendable, Hashable {
        package enum Kind: String, Sendable {
            /// The later one appended behind the earlier one's element.
            case ww
            /// The later one read the earlier one's element.
            case wr
            /// The earlier one did not see the later one's element.
            case rw
            /// The earlier one had ended when the later one began.
            case time
        }

        package let from: Int
        package let to: Int
        package let kind: Kind
    }
}
