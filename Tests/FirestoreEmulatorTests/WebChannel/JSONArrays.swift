import JSONText

/// The arrays of a frame: their ids, and the numbers in the messages of these tests.
struct JSONArrays {
    let elements: [(id: Int, number: Int?)]

    init?(_ text: String) {
        guard let arrays = try? JSONParser.parse(Array(text.utf8)).array else { return nil }
        elements = arrays.compactMap { array in
            guard let parts = array.array, parts.count == 2, case .number(let id) = parts[0],
                let id = Int(id),
                let message = parts[1].array?.first
            else { return nil }
            guard case .number(let digits)? = message["🍵"] else { return (id, nil) }
            return (id, Int(digits))
        }
        if elements.count != arrays.count { return nil }
    }
}
