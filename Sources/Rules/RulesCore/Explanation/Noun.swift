/// Something in the database that sentences are about.
package protocol NounPlace: Equatable {
    /// The place as a sentence names it.
    var text: String { get }
    /// Its priority as the subject of a sentence; see ``Side/weight``.
    var weight: Int { get }
}

/// What an expression stands for, in the words of the app.
package enum Noun<Place: NounPlace>: Equatable {
    /// The whole sign-in.
    case signIn
    /// The user's id.
    case user
    case token
    /// A claim of the token.
    case claim(String)
    /// The time of the request.
    case time
    /// The value of a variable in the path.
    case pathVariable(String)
    /// Something in the database, or that a write would leave there.
    case place(Place)
    /// The size of something, as the language calls it.
    indirect case measure(String, of: Noun)

    /// The noun as a sentence has it.
    package var text: String {
        switch self {
        case .signIn: "the sign-in"
        case .user: "the user's id"
        case .token: "the user's token"
        case .claim(let name): "\(name) in the user's token"
        case .time: "the time of the request"
        case .pathVariable(let name): "\(name) in the path"
        case .place(let place): place.text
        case .measure(let word, let noun): "the \(word) of \(noun.text)"
        }
    }
}
