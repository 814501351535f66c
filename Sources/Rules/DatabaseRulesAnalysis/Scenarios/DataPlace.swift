import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A part of a scenario that a condition reads, and that a search can change.
enum DataPlace: Hashable, Sendable {
    /// A node before the request.
    case stored(DatabasePath)
    /// A node after a write.
    case written(DatabasePath)
    /// `auth` or a part of it, by the names that lead there.
    case claim([DataKey])
    case now
    /// The key that a variable of the path stands for.
    case key(level: Int, of: DatabasePath)
    /// A property of the query.
    case query(String)
}

extension DatabaseScenario {
    /// What is at a place; nil for what is not data.
    subscript(place: DataPlace) -> DataNode? {
        switch place {
        case .stored(let path): root.value(at: path)
        case .written(let path): after.value(at: path)
        case .claim(let names): user.flatMap { DataNode(names.reduce($0.auth) { $0[$1] }) }
        case .now: .number(now)
        case .key(let level, let path):
            path.keys.indices.contains(level) ? .string(path.keys[level].string) : nil
        case .query: nil
        }
    }

    /// Changes what is at a place.
    ///
    /// - Returns: False if the place cannot hold the value.
    @discardableResult
    mutating func set(_ place: DataPlace, to value: DataNode, _ random: inout SeededRandom) -> Bool {
        switch place {
        case .stored(let path):
            guard path.isStorable else { return false }
            root.set(value, at: path)
        case .written(let path):
            guard path.isStorable else { return false }
            write(value, at: path, &random)
        case .claim(let names): return set(claim: names, to: value)
        case .now:
            guard case .number(let number) = value, number.magnitude < 1e15 else { return false }
            now = number.rounded()
        case .key(let level, let path):
            guard case .string(let text) = value, DataKey(text).problem == nil else { return false }
            rename(level, of: path, to: DataKey(text), movesStored: random.oneIn(2))
        case .query(let property): return set(query: property, to: value)
        }
        return true
    }

    private mutating func set(claim names: [DataKey], to value: DataNode) -> Bool {
        let rest = Array(names.dropFirst())
        switch names.first?.string {
        case nil:
            user = value.isNull ? nil : user ?? User(uid: DatabaseVocabulary.users[0])
        case "uid"?: return set(uid: value)
        case "token"? where ["sub", "user_id"].contains(rest.first?.string): return set(uid: value)
        case "provider"?:
            return set(claim: ["token", "firebase", "sign_in_provider"], to: value)
        case "token"?:
            if rest.isEmpty { return set(claim: [], to: value) }
            if user == nil { user = User(uid: DatabaseVocabulary.users[0]) }
            var claims = AuthValue.map(user?.claims ?? [:])
            claims.set(AuthValue(value), at: rest[...])
            if case .map(let members) = claims { user?.claims = members }
        default: return false
        }
        return true
    }

    private mutating func set(uid value: DataNode) -> Bool {
        if value.isNull { user = nil }
        guard case .string(let uid) = value, !uid.isEmpty else { return value.isNull }
        user = User(uid: uid, claims: user?.claims ?? [:])
        return true
    }
}

extension AuthValue {
    /// Replaces a part; null removes it.
    mutating func set(_ value: AuthValue, at names: ArraySlice<DataKey>) {
        guard let name = names.first else {
            self = value
            return
        }
        var members: [DataKey: AuthValue] = [:]
        if case .map(let own) = self { members = own }
        var inner = members[name] ?? .null
        inner.set(value, at: names.dropFirst())
        members[name] = inner == .null ? nil : inner
        self = .map(members)
    }

    /// A claim with the content of a node.
    init(_ node: DataNode) {
        switch node {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .object(let children):
            self = .map(Dictionary(children.map { ($0.key, AuthValue($0.value)) }) { first, _ in first })
        case .prioritized(let value, _): self.init(value)
        }
    }
}

extension DataNode {
    /// The content of a claim; nil for a list.
    init?(_ claim: AuthValue) {
        switch claim {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .list: return nil
        case .map(let members):
            var children = DataChildren()
            for (name, member) in members where name.problem == nil { children[name] = DataNode(member) }
            self.init(children)
        }
    }

    /// The data that a value of a condition is; nil for another kind of value.
    init?(_ value: RuleValue) {
        switch value {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number):
            guard number.isFinite else { return nil }
            self = .number(number)
        case .string(let text): self = .string(text)
        case .data(let node): self = node
        case .claims(let claims): self.init(claims)
        case .snapshot, .query: return nil
        }
    }
}

extension DatabasePath {
    /// Whether a database can hold a node there.
    var isStorable: Bool { keys.count <= 30 && keys.allSatisfy { $0.problem == nil } }
}
