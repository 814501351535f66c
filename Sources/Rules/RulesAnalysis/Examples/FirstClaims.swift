import FirestoreRules
import RulesCore

/// Claims to begin with: what rules were not found to allow, said as promises.
package struct FirstClaims: Sendable {
    package let claims: [Claim]

    package init(_ table: AccessTable) {
        claims = table.rows.flatMap { FirstClaims.claims(of: $0) }
    }

    private static func claims(of row: AccessTable.Row) -> [Claim] {
        // Below a recursive wildcard it is not known what a document is.
        guard !row.path.contains("=**") else { return [] }
        let path = "/\(row.path)"
        var claims: [Claim] = []
        let known = row.cells.filter { $0.field == nil && !$0.grants.isEmpty }
        let signedIn = known.filter { cell in !cell.grants.contains { $0.requester == .anyone } }
        if !signedIn.isEmpty {
            let methods = signedIn.map(\.method.rawValue).joined(separator: ", ")
            claims.append(
                Claim(
                    name: "who is not signed in may not \(methods) \(row.path)", on: "\(methods) \(path)",
                    holds: "request.auth != null"))
        }
        let impossible = row.cells.filter { $0.field == nil && $0.grants.isEmpty && $0.hasStatement }
        if !impossible.isEmpty {
            let methods = impossible.map(\.method.rawValue).joined(separator: ", ")
            claims.append(
                Claim(name: "nobody may \(methods) \(row.path)", on: "\(methods) \(path)", holds: "false"))
        }
        return claims + (constantFields(of: row).map { [$0] } ?? [])
    }

    /// The fields that no update was found to change.
    private static func constantFields(of row: AccessTable.Row) -> Claim? {
        let updates = row.cells.filter { $0.method == .update && $0.hasStatement }
        guard updates.contains(where: { $0.field == nil && !$0.grants.isEmpty }) else { return nil }
        let names = updates.compactMap { cell -> String? in
            guard case .named(let name) = cell.field, cell.grants.isEmpty else { return nil }
            return name.utf8.allSatisfy { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") } ? name : nil
        }
        if names.isEmpty { return nil }
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        return Claim(
            name: "an update of \(row.path) does not change \(names.joined(separator: ", "))",
            on: "update /\(row.path)",
            holds: "!request.resource.data.diff(resource.data).affectedKeys().hasAny([\(list)])")
    }
}
