/// The way to a value, as a list from the value outwards. An array of keys is made of it only when somebody looks.
indirect enum CodingPathLink {
    case root
    case key(any CodingKey, in: CodingPathLink)

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var link = self
        while case .key(let key, let outer) = link {
            keys.append(key)
            link = outer
        }
        return keys.reversed()
    }

    func appending(_ key: any CodingKey) -> CodingPathLink { .key(key, in: self) }
}

/// A key that no type declares: a position, a name out of a dictionary, or `super`.
struct PlainKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    static let `super` = PlainKey(stringValue: "super")
}
