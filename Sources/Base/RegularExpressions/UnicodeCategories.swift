/// The general categories of Unicode, by their names of one or two letters.
enum UnicodeCategories {
    static func set(named name: String) -> ScalarSet? { sets[name] }

    private static let names: [Unicode.GeneralCategory: String] = [
        .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm",
        .otherLetter: "Lo", .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me",
        .decimalNumber: "Nd", .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc",
        .dashPunctuation: "Pd", .openPunctuation: "Ps", .closePunctuation: "Pe", .initialPunctuation: "Pi",
        .finalPunctuation: "Pf", .otherPunctuation: "Po", .mathSymbol: "Sm", .currencySymbol: "Sc",
        .modifierSymbol: "Sk", .otherSymbol: "So", .spaceSeparator: "Zs", .lineSeparator: "Zl",
        .paragraphSeparator: "Zp", .control: "Cc", .format: "Cf", .privateUse: "Co",
    ]

    /// Computed once from Swift's properties of every scalar. Unassigned scalars have no name here.
    private static let sets: [String: ScalarSet] = {
        var ranges: [String: [ClosedRange<UInt32>]] = [:]
        var run: (name: String?, start: UInt32) = (nil, 0)
        func end(_ bound: UInt32) {
            if let name = run.name { ranges[name, default: []].append(run.start...bound - 1) }
        }
        // Between these planes nothing is assigned.
        for plane in [0..<0x40000, 0xE0000..<0x110000] as [Range<UInt32>] {
            run = (nil, plane.lowerBound)
            for value in plane {
                let name = Unicode.Scalar(value).flatMap { names[$0.properties.generalCategory] }
                if name != run.name {
                    end(value)
                    run = (name, value)
                }
            }
            end(plane.upperBound)
        }
        ranges["Cs"] = [0xD800...0xDFFF]
        var sets = ranges.mapValues { ScalarSet($0) }
        for (name, set) in sets {
            let group = String(name.prefix(1))
            sets[group] = sets[group]?.union(set) ?? set
        }
        return sets
    }()
}
