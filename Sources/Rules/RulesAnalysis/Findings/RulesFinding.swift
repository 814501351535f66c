/// A finding about Firestore's rules.
package typealias RulesFinding = SearchFinding<Scenario>

/// A hole in Firestore's rules.
package typealias Hole = FoundHole<Scenario>
