import ReadReceipts

extension Receipt {
    /// The number that stands for a receipt in an outbox: the larger one covers the other.
    var number: Int64 {
        switch self {
        case .delivered: 1
        case .read: 2
        }
    }

    init?(number: Int64) {
        switch number {
        case 1: self = .delivered
        case 2: self = .read
        default: return nil
        }
    }
}
