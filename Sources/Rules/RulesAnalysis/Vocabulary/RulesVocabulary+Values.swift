import CoreValues
import FirestoreModel
import FirestoreRules

extension RulesVocabulary {
    /// A value that rules might ask about.
    func value(_ random: inout SeededRandom, depth: Int = 0) -> Value {
        if followsReferences, random.oneIn(8) { return reference(&random) }
        return switch random.below(depth == 0 ? 16 : 12) {
        case 0...3: .string(text(&random))
        case 4...5: .string(user(&random))
        case 6...7: random.pick(numbers) ?? .integer(Int64(random.below(3)))
        case 8: .boolean(random.oneIn(2))
        case 9: .timestamp(time(&random))
        case 10: .null
        case 11: .double(Double(random.below(4)) / 2)
        case 12...13: list(&random)
        default: map(&random, depth: depth)
        }
    }

    func user(_ random: inout SeededRandom) -> String {
        RulesVocabulary.users[random.below(RulesVocabulary.users.count)]
    }

    func text(_ random: inout SeededRandom) -> String {
        switch random.below(8) {
        case 0: ["", "a", "b"][random.below(3)]
        case 1: random.pick(matching) ?? "a"
        default: random.pick(strings) ?? "a"
        }
    }

    /// A time near that of the request.
    func time(_ random: inout SeededRandom) -> Timestamp {
        let distance = random.pick(durations) ?? [1, 3600, 86400][random.below(3)]
        let offset: Int64 = [0, 0, -1, 1][random.below(4)]
        let seconds = RulesVocabulary.now.seconds + offset * distance
        return Timestamp(seconds: seconds, nanoseconds: 0)
    }

    /// The name of a document in a collection of the rules.
    func reference(_ random: inout SeededRandom) -> Value {
        let collection = random.pick(ids.filter { !["databases", "documents"].contains($0) }) ?? "things"
        let id = random.oneIn(3) ? user(&random) : "d1"
        return DocumentPath(segments: [ResourceID(collection), ResourceID(id)]).map {
            .reference(DocumentName(AnalysedRequest.database, $0))
        } ?? .null
    }

    func list(_ random: inout SeededRandom) -> Value {
        .array((0..<random.below(4)).map { _ in value(&random, depth: 2) })
    }

    func map(_ random: inout SeededRandom, depth: Int = 0) -> Value {
        var fields: MapValue = [:]
        for _ in 0..<random.below(3) { fields[field(&random)] = value(&random, depth: depth + 1) }
        return .map(fields)
    }

    func field(_ random: inout SeededRandom) -> FieldName { random.pick(fields) ?? "a" }

    /// A value of a type, by its name after `is`.
    func value(ofType name: String, _ random: inout SeededRandom) -> Value {
        switch name {
        case "bool": .boolean(random.oneIn(2))
        case "int": random.pick(numbers.filter(\.isInteger)) ?? .integer(Int64(random.below(2)))
        case "float": .double(Double(random.below(3)) + 0.5)
        case "number": random.pick(numbers) ?? .integer(Int64(random.below(2)))
        case "bytes": .bytes([1])
        case "timestamp": .timestamp(time(&random))
        case "list": list(&random)
        case "map": map(&random)
        case "latlng": .geoPoint(GeoPoint(latitude: 1, longitude: 2))
        case "null": .null
        case "path": reference(&random)
        default: .string(random.oneIn(3) ? user(&random) : text(&random))
        }
    }

    /// A value that differs from another one, often only just.
    func value(near value: Value?, _ random: inout SeededRandom) -> Value {
        guard let value, !random.oneIn(4) else { return self.value(&random) }
        switch value {
        case .boolean(let bool): return .boolean(!bool)
        case .integer(let int): return .integer(int &+ (random.oneIn(2) ? 1 : -1))
        case .double(let double): return .double(double + (random.oneIn(2) ? 1 : -1))
        case .timestamp(let time):
            return .timestamp(Timestamp(seconds: time.seconds + (random.oneIn(2) ? 1 : -1), nanoseconds: 0))
        case .string(let text):
            switch random.below(3) {
            case 0: return .string(user(&random))
            case 1: return .string(text + "a")
            default: return .string(self.text(&random))
            }
        case .array(var elements):
            switch random.below(3) {
            case 0 where !elements.isEmpty: elements.remove(at: random.below(elements.count))
            case 1 where !elements.isEmpty: elements.append(elements[random.below(elements.count)])
            default: elements.append(self.value(&random, depth: 2))
            }
            return .array(elements)
        case .map(var fields):
            let names = Array(fields.names)
            if let name = random.pick(names), random.oneIn(2) {
                fields[name] = random.oneIn(2) ? nil : self.value(near: fields[name], &random)
            } else {
                fields[field(&random)] = self.value(&random, depth: 1)
            }
            return .map(fields)
        case .null, .bytes, .reference, .geoPoint: return self.value(&random)
        }
    }
}

extension Value {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }

    /// The stored form of a value of the rules; nil for a value that no document can hold.
    init?(_ value: RuleValue) { self.init(value, in: AnalysedRequest.database) }
}
