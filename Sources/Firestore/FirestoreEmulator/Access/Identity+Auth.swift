import EmulatorAccess
import FirestoreModel
import FirestoreRules
import JSONText
import OrderedCollections

extension Identity {
    /// The user as seen by the rules; nil if nobody is signed in.
    var auth: RulesAuth? {
        guard case .user(let claims) = self, case .map(let token) = RuleValue(claim: claims) else {
            return nil
        }
        return RulesAuth(uid: claims["sub"]?.string, token: token)
    }
}

extension RuleValue {
    /// A claim of a token: a whole number is an int, however it is written.
    fileprivate init(claim: JSON) {
        switch claim {
        case .null: self = .null
        case .boolean(let bool): self = .bool(bool)
        case .number(let digits):
            if let int = Int64(digits) {
                self = .int(int)
            } else if let double = Double(digits) {
                self = Int64(exactly: double).map { .int($0) } ?? .float(double)
            } else {
                self = .null
            }
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(RuleList(elements.map { RuleValue(claim: $0) }))
        case .object(let members):
            let entries = members.map { (FieldName($0.name), RuleValue(claim: $0.value)) }
            self = .map(RuleMap(OrderedDictionary(entries) { _, last in last }))
        }
    }
}
