import PrintableText

extension Requester {
    /// In words, as a table shows it: ``users in `members` of chats``.
    package var text: String {
        switch self {
        case .anyone: "anyone"
        case .signedIn: "any signed-in user"
        case .those(let ties): ties.map(\.text).sorted().joined(separator: " and ")
        }
    }

    /// The word for programs.
    package var kind: String {
        switch self {
        case .anyone: "anyone"
        case .signedIn: "signed-in"
        case .those: "those"
        }
    }
}

extension Requester.Tie {
    fileprivate var text: String {
        switch self {
        case .path(let variable): "the user {\(variable.short)}"
        case .field(let field): "users in `\(field.short)`"
        case .written(let field): "signed-in users who put themselves in `\(field.short)`"
        case .document(let collection, let field?): "users in `\(field.short)` of \(collection.short)"
        case .document(let collection, nil): "users with a document in \(collection.short)"
        case .claim(let name): "users with the claim `\(name.short)`"
        case .query(let field): "users who ask for themselves in `\(field.short)`"
        case .literal(let uid): "the user `\(uid.short)`"
        }
    }
}

extension String {
    fileprivate var short: String { printable(limit: 60) }
}
