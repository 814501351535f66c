/// What must hold whenever rules allow a request: conditions in the language of the rules.
package struct Claim: Sendable, Hashable {
    package var name: String
    /// The methods and the path: `update /conversations/{c}/messages/{m}`.
    package var on: String
    /// The methods and the paths of allowed requests before it, of which it finds what they left.
    package var after: [String]
    /// A condition under which the claim says nothing.
    package var unless: String?
    /// The condition that must hold.
    package var holds: String

    package init(name: String, on: String, after: [String] = [], unless: String? = nil, holds: String) {
        self.name = name
        self.on = on
        self.after = after
        self.unless = unless
        self.holds = holds
    }
}

/// What is wrong with a claim.
package struct ClaimProblem: Error, Sendable, Equatable {
    /// The member of the claim: `on`, `after`, `unless` or `holds`.
    package let member: String
    package let message: String

    package init(member: String, message: String) {
        self.member = member
        self.message = message
    }
}

extension [Claim] {
    /// The claims about the same requests together, in the order of the first of each.
    package var byRequest: [[Claim]] {
        var groups: [[Claim]] = []
        for claim in self {
            if let index = groups.firstIndex(where: { $0[0].on == claim.on && $0[0].after == claim.after }) {
                groups[index].append(claim)
            } else {
                groups.append([claim])
            }
        }
        return groups
    }
}
