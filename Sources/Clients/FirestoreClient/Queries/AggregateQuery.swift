import ClientCore
public import FirestoreModel
public import Foundation

/// Where an aggregation is computed.
public enum AggregateSource: UInt, Sendable {
    /// On the server.
    case server
}

/// One number that the documents of a query are reduced to.
public struct AggregateField: Hashable, Sendable {
    private enum Kind: Hashable {
        case count
        case sum(FieldPath)
        case average(FieldPath)
        /// A field that is named by what is no field path; reported when the query runs.
        case invalid(String)
    }

    private let kind: Kind

    private init(_ field: String, _ make: (FieldPath) -> Kind) {
        do throws(ConversionProblem) {
            kind = make(try FieldPath(dotForm: field))
        } catch {
            kind = .invalid(error.description)
        }
    }

    private init(_ kind: Kind) { self.kind = kind }

    /// The number of documents.
    public static func count() -> AggregateField { AggregateField(.count) }
    /// The sum of the numbers in a field, given in dot form; 0 where there are none.
    public static func sum(_ field: String) -> AggregateField { AggregateField(field) { .sum($0) } }
    /// The sum of the numbers in a field; 0 where there are none.
    public static func sum(_ fieldPath: FieldPath) -> AggregateField { AggregateField(.sum(fieldPath)) }
    /// The average of the numbers in a field, given in dot form; null where there are none.
    public static func average(_ field: String) -> AggregateField { AggregateField(field) { .average($0) } }
    /// The average of the numbers in a field; null where there are none.
    public static func average(_ fieldPath: FieldPath) -> AggregateField {
        AggregateField(.average(fieldPath))
    }

    func operation() throws(ConversionProblem) -> Aggregation.Operation {
        switch kind {
        case .count: return .count(upTo: nil)
        case .sum(let field):
            try field.checkForReading()
            return .sum(field)
        case .average(let field):
            try field.checkForReading()
            return .average(field)
        case .invalid(let reason): throw ConversionProblem(reason)
        }
    }
}

/// A query whose documents are reduced to numbers on the server.
///
/// See <https://firebase.google.com/docs/firestore/query-data/aggregation-queries>.
public struct AggregateQuery: Sendable {
    /// The query whose documents count.
    public let query: Query
    private let fields: [AggregateField]

    init(_ query: Query, _ fields: [AggregateField]) {
        self.query = query
        self.fields = fields
    }

    /// Runs the query: one request; one read for each 1,000 index entries, at least one.
    ///
    /// - Parameter source: The server.
    /// - Returns: The numbers.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for what is wrong with the query, such as more than five
    ///   aggregations, or what else the server reports.
    public func getAggregation(
        source: AggregateSource
    ) async throws(FirestoreError) -> AggregateQuerySnapshot {
        let (parent, structured) = try query.structuredQuery()
        var aggregations: [Aggregation] = []
        for (index, field) in fields.enumerated() {
            do throws(ConversionProblem) {
                aggregations.append(Aggregation(try field.operation(), alias: "aggregate_\(index)"))
            } catch {
                throw .invalidArgument("Aggregation on \(query.spec.name.quotedForMessage)", error)
            }
        }
        let answer = try await query.firestore.runAggregationQuery(
            parent: parent, structured, aggregations)
        var values: [AggregateField: Value] = [:]
        for (index, field) in fields.enumerated() {
            values[field] = answer.fields[FieldName("aggregate_\(index)")]
        }
        return AggregateQuerySnapshot(query: self, readTime: answer.readTime, values: values)
    }
}

/// The numbers that an aggregation came to.
public struct AggregateQuerySnapshot: Sendable {
    /// The aggregation.
    public let query: AggregateQuery
    /// The time whose state of the database the numbers show.
    public let readTime: Timestamp
    let values: [AggregateField: Value]

    /// The number of documents; -1 where it was not asked for, which Firebase's SDK ends the program for.
    public var count: NSNumber { self.get(.count()) as? NSNumber ?? -1 }

    /// One of the numbers: an `NSNumber`, which casts to `Int` or `Double`, or `NSNull` for an average of nothing.
    ///
    /// - Returns: The number; nil for one that was not asked for, which Firebase's SDK ends the program for.
    public func get(_ field: AggregateField) -> Any? {
        values[field].map { ValueDecoder(firestore: query.query.firestore).any($0) }
    }
}

extension Query {
    /// The query for the number of documents.
    public var count: AggregateQuery { aggregate([.count()]) }

    /// The query for up to five numbers that the documents are reduced to.
    public func aggregate(_ aggregateFields: [AggregateField]) -> AggregateQuery {
        AggregateQuery(self, aggregateFields)
    }
}
