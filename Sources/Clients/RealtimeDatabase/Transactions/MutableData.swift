/// What the block of a transaction looks at and changes.
///
/// Belongs to the block: what is done with it afterwards has no effect.
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

    /// What is here; null for nothing.
    public var value: DatabaseValue {
        get { keys.reduce(tree.value) { $0[$1] } }
        set { MutableData.set(newValue, at: keys[...], in: &tree.value) }
    }

    /// What is at a path below, such as `author/name`. Changing it changes this.
    public func childData(byAppendingPath path: String) -> MutableData {
        MutableData(tree, keys + path.split(separator: "/").map(String.init))
    }

    /// Whether anything is at a path below.
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
