/// The parts of a firebase.json about emulators.
struct FirebaseConfiguration: Decodable {
    struct Firestore: Decodable {
        var rules: String?
        var indexes: String?
    }

    /// One database, or the first of several.
    struct Database: Decodable {
        var rules: String?

        private enum CodingKeys: CodingKey {
            case rules
        }

        init(from decoder: any Decoder) throws {
            if var several = try? decoder.unkeyedContainer() {
                let first = try several.decode(Database.self)
                rules = first.rules
            } else {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                rules = try values.decodeIfPresent(String.self, forKey: .rules)
            }
        }
    }

    struct Emulators: Decodable {
        var firestore: Emulator?
        var database: Emulator?
    }

    struct Emulator: Decodable {
        var host: String?
        var port: Int?
    }

    var firestore: Firestore?
    var database: Database?
    var emulators: Emulators?
}
