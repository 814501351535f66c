/// What an allow statement can allow; names may be written in any case.
enum AccessMethod: String {
    case read, get, list, write, create, update, delete

    init?(name: String) {
        self.init(rawValue: name.lowercased())
    }
}
