/// The data that a transaction's block reads and changes.
///
/// Changes after the block has returned have no effect.
public final class MutableData {
    private final class Tree {
        var value: DatabaseValue
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

    /// The data here; null without data.
    public var value: DatabaseValue {
        get { keys.reduce(tree.value) { $0[$1] } }
        set { MutableData.set(newValue, at: keys[...], in: &tree.value) }
    }

    /// The data at a path below, such as `author/name`. Changing it changes this value.
    public func childData(byAppendingPath path: String) -> MutableData {
        MutableData(tree, keys + path.split(separator: "/").map(String.init))
    }

    /// Whether there is data at a path below.
    public func hasChild(atPath path: String) -> Bool {
        !childData(byAppendingPath: path).value.isNull
    }

    /// Whether there are children.
    public var hasChildren: Bool { childrenCount > 0 }

    /// How many children there are.
    public var childrenCount: Int { value.object?.count ?? 0 }

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
