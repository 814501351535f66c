import RealtimeDatabaseModel

/// The data that a transaction's block reads and changes.
///
/// Changes after the block has returned have no effect.
public final class MutableData {
    private final class Tree {
        var value: DatabaseValue
        /// The first value that no database can hold.
        var problem: DataProblem?
        init(_ value: DatabaseValue) { self.value = value }
    }

    private let tree: Tree
    private let keys: [String]
    /// The last part of the path; nil for the root of the database.
    public let key: String?

    init(_ value: DatabaseValue, key: String?) {
        tree = Tree(value)
        keys = []
        self.key = key
    }

    private init(_ tree: Tree, _ keys: [String]) {
        self.tree = tree
        self.keys = keys
        key = keys.last
    }

    /// The data here as Swift values, as in ``DataSnapshot/value``; `NSNull` without data.
    ///
    /// Setting a value that no database can hold makes the transaction fail.
    public var value: Any? {
        get { databaseValue.plain }
        set {
            do throws(DataProblem) {
                databaseValue = try DatabaseValue(plain: newValue)
            } catch {
                tree.problem = tree.problem ?? error
            }
        }
    }

    /// The data here as an enum of what a database can hold; null without data.
    public var databaseValue: DatabaseValue {
        get { keys.reduce(tree.value) { $0[$1] } }
        set { MutableData.set(newValue, at: keys[...], in: &tree.value) }
    }

    /// Nil: priorities are not read. Setting one makes the transaction fail.
    public var priority: Any? {
        get { nil }
        set {
            if newValue == nil { return }
            tree.problem = tree.problem ?? DataProblem("priorities are not supported")
        }
    }

    /// The data at a path below, such as `author/name`. Changing it changes this value.
    public func childData(byAppendingPath path: String) -> MutableData {
        MutableData(tree, keys + path.split(separator: "/").map(String.init))
    }

    /// Whether there is data at a path below.
    public func hasChild(atPath path: String) -> Bool {
        !childData(byAppendingPath: path).databaseValue.isNull
    }

    /// Whether there are children.
    public func hasChildren() -> Bool { childrenCount > 0 }

    /// How many children there are.
    public var childrenCount: UInt { UInt(databaseValue.object?.count ?? 0) }

    /// The children, in the order of their keys.
    public var children: ChildEnumerator<MutableData> {
        ChildEnumerator((databaseValue.object?.keys ?? []).map { MutableData(tree, keys + [$0]) })
    }

    /// The data to write.
    func written() throws(DataProblem) -> DatabaseValue {
        if let problem = tree.problem { throw problem }
        return databaseValue
    }

    private static func set(
        _ value: DatabaseValue, at keys: ArraySlice<String>, in tree: inout DatabaseValue
    ) {
        guard let key = keys.first else {
            tree = value
            return
        }
        var child = tree[key]
        set(value, at: keys.dropFirst(), in: &child)
        tree[key] = child
    }
}
