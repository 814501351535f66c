import JSONText
import TestSupport

extension JSON {
    /// A query's filter without second comparisons of a field with null or NaN: see `filter-texts` in Documentation/Differences.md. Nil if
    /// nothing is left.
    var filterWithoutDoubts: JSON? {
        var fields: Set<String> = []
        return withoutDoubts(&fields)
    }

    private func withoutDoubts(_ fields: inout Set<String>) -> JSON? {
        if let composite = self["compositeFilter"], case .array(let filters)? = composite["filters"] {
            let kept = filters.compactMap { $0.withoutDoubts(&fields) }
            return ["compositeFilter": ["op": composite["op"] ?? .null, "filters": .array(kept)]]
        }
        guard let test = self["unaryFilter"] ?? self["fieldFilter"],
            let field = test["field"]?["fieldPath"]?.string
        else { return self }
        let value = test["value"] ?? ["nullValue": .null]
        var operands = [value]
        if case .array(let values)? = value["arrayValue"]?["values"] { operands = values }
        let count = operands.count { $0["nullValue"] != nil || $0["doubleValue"]?.string == "NaN" }
        if count == 0 { return self }
        return fields.insert(field).inserted && count == 1 ? self : nil
    }
}
