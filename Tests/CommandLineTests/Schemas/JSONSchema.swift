import Foundation
import JSONText

/// A JSON Schema with the keywords that ours use. Members that a schema does not name are an error, so that none is left undocumented.
struct JSONSchema {
    private let root: JSON

    init(_ root: JSON) { self.root = root }

    /// The folder of the schemas.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/Schemas").standardized

    /// The names of all schemas.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    init(named name: String) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
        root = try JSONParser.parse([UInt8](data))
    }

    /// What is wrong with a line of output; empty if nothing is.
    func problems(inLine line: String) -> [String] {
        do {
            return problems(try JSONParser.parse([UInt8](line.utf8)), root, at: "$")
        } catch {
            return ["not JSON: \(error)"]
        }
    }

    // MARK: Keywords

    private static let annotations: Set = ["$schema", "title", "description"]

    private func problems(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): the schema is not an object"] }
        return keywords.filter { !Self.annotations.contains($0.name) }.flatMap { keyword in
            problems(value, keyword.name, keyword.value, schema, at: path)
        }
    }

    private func problems(
        _ value: JSON, _ keyword: String, _ operand: JSON, _ schema: JSON, at path: String
    ) -> [String] {
        switch (keyword, operand, value) {
        case ("type", .string(let type), _):
            return value.has(type: type) ? [] : ["\(path): is not of type \(type)"]
        case ("type", .array(let types), _):
            return types.contains { value.has(type: $0.text ?? "") }
                ? [] : ["\(path): has no type of \(types)"]
        case ("enum", .array(let values), _):
            return values.contains { $0.compactText == value.compactText }
                ? [] : ["\(path): is not in the enum"]
        case ("minimum", .number(let least), .number(let number)):
            return (Double(number) ?? .nan) >= (Double(least) ?? .nan)
                ? [] : ["\(path): is less than \(least)"]
        case ("pattern", .string(let pattern), .string(let text)):
            guard let expression = try? Regex(pattern) else { return ["\(path): invalid pattern"] }
            return text.contains(expression) ? [] : ["\(path): does not match \(pattern)"]
        case ("anyOf", .array(let choices), _):
            let found = choices.map { problems(value, $0, at: path) }
            return found.contains(where: \.isEmpty) ? [] : ["\(path): fits no choice"] + found.joined()
        case ("items", _, .array(let elements)):
            return elements.enumerated().flatMap { problems($1, operand, at: "\(path)[\($0)]") }
        case ("required", .array(let names), .object(let members)):
            return names.compactMap(\.text).filter { name in !members.contains { $0.name == name } }
                .map { "\(path): lacks \($0)" }
        case ("properties", .object(let properties), .object(let members)):
            return members.flatMap { member in
                guard let property = properties.first(where: { $0.name == member.name }) else {
                    return ["\(path): the schema does not name \(member.name)"]
                }
                return problems(member.value, property.value, at: "\(path).\(member.name)")
            }
        case ("additionalProperties", _, .object(let members)):
            return members.flatMap { problems($0.value, operand, at: "\(path).\($0.name)") }
        case ("minimum", _, _), ("pattern", _, _), ("items", _, _), ("required", _, _), ("properties", _, _),
            ("additionalProperties", _, _):
            // They say nothing about values of other types.
            return []
        default: return ["\(path): unknown keyword \(keyword)"]
        }
    }
}

extension JSON {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate func has(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .number(let digits): type == "number" || type == "integer" && Int(digits) != nil
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
