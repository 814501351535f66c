import FirestoreModel

/// Adds up the numbers among values.
///
/// Integers are added exactly, whatever the intermediate sums. Doubles are added with compensation for rounding,
/// so that their order hardly matters: Google's emulator does the same, in an order of its own.
struct NumberSum {
    /// Wide enough for any number of integers that fit in memory.
    private var integers: Int128 = 0
    private var doubles = 0.0
    /// The rounding error of `doubles`.
    private var compensation = 0.0
    /// The plain sum of the doubles, which can become infinite.
    private var simpleDoubles = 0.0
    private var count = 0
    private var holdsDouble = false

    init(_ values: some Sequence<Value>) {
        for value in values {
            switch value {
            case .integer(let number):
                integers += Int128(number)
                count += 1
            case .double(let number):
                add(number)
                holdsDouble = true
                count += 1
            case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .map: continue
            }
        }
    }

    private mutating func add(_ number: Double) {
        let corrected = number - compensation
        let sum = doubles + corrected
        compensation = (sum - doubles) - corrected
        doubles = sum
        simpleDoubles += number
    }

    private var total: Double {
        let careful = doubles - compensation
        let exact = careful.isNaN && simpleDoubles.isInfinite ? simpleDoubles : careful
        return Double(integers) + exact
    }

    /// An integer if only integers were added and the sum fits one; 0 if there was nothing to add.
    var sum: Value {
        if !holdsDouble, let whole = Int64(exactly: integers) { return .integer(whole) }
        return .double(total)
    }

    /// Null if there was nothing to add.
    var average: Value {
        count == 0 ? .null : .double(total / Double(count))
    }
}
