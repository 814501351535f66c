/// A key: one with a name, or the one that types a character.
struct Key: Sendable, Equatable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// The character that it types, or WebDriver's code for it.
    let character: Character

    init(_ character: Character) { self.character = character }
    init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    static let control: Key = "\u{E009}"
    static let shift: Key = "\u{E008}"
    static let tab: Key = "\u{E004}"
    static let enter: Key = "\u{E007}"
    static let escape: Key = "\u{E00C}"
    static let space: Key = " "
    static let delete: Key = "\u{E017}"
    static let pageDown: Key = "\u{E00F}"
    static let end: Key = "\u{E010}"
    static let home: Key = "\u{E011}"
    static let left: Key = "\u{E012}"
    static let up: Key = "\u{E013}"
    static let right: Key = "\u{E014}"
    static let f12: Key = "\u{E03C}"
}
