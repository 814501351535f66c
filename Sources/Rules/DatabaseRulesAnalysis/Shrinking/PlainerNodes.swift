import RealtimeDatabaseModel

/// The nodes that can take the place of another one because they are smaller or plainer.
enum PlainerNodes {
    static func of(_ node: DataNode) -> [DataNode] {
        switch node {
        case .null: []
        case .boolean(let boolean): boolean ? [] : [.boolean(true)]
        case .number(let number):
            number == 0
                ? [.boolean(true)]
                : [
                    .boolean(true), .number(0), .number(1), .number((number / 2).rounded(.towardZero)),
                    .number(number > 0 ? number - 1 : number + 1),
                ]
        case .string(let text):
            text.count > 1
                ? [
                    .boolean(true), .string(""), .string("a"), .string(String(text.prefix(text.count / 2))),
                    .string(String(text.dropLast())),
                ]
                : [.boolean(true), .string(""), .string("a")]
        case .object: [.boolean(true), .string("a")]
        case .prioritized(let value, _): [value]
        }
    }
}
