extension TokenKind {
    /// The precedence of an operator: higher binds tighter.
    var operatorLevel: Int? {
        switch self {
        case .question: 1
        case .or: 2
        case .and: 3
        case .in: 4
        case .is: 5
        case .equal, .notEqual: 6
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 7
        case .plus, .minus: 8
        case .star, .slash, .percent: 9
        default: nil
        }
    }
}
