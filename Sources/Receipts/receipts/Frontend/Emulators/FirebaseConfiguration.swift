/// The parts of a firebase.json about databases and emulators.
struct FirebaseConfiguration: Decodable {
    struct Firestore: Decodable {
        var rules: String?
        var indexes: String?
    }

    struct Database: Decodable {
        var rules: String?
    }

    /// One database, or a list of several.
    struct Databases<Content: Decodable>: Decodable {
        let all: [Content]

        init(from decoder: any Decoder) throws {
            if var several = try? decoder.unkeyedContainer() {
                var all: [Content] = []
                while !several.isAtEnd { all.append(try several.decode(Content.self)) }
                self.all = all
            } else {
                all = [try Content(from: decoder)]
            }
        }
    }

    struct Emulators: Decodable {
        var firestore: Emulator?
        var database: Emulator?
        var hub: Emulator?
    }

    struct Emulator: Decodable {
        var host: String?
        var port: Int?
    }

    var firestore: Databases<Firestore>?
    var database: Databases<Database>?
    var emulators: Emulators?
}
