/// A coding key that no type declares: an index, a key of a dictionary, or `super`.
enum PlainKey: CodingKey {
    case name(String)
    case index(Int)

    static let `super` = PlainKey.name("super")

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        switch self {
        case .name: nil
        case .index(let index): index
        }
    }
}
