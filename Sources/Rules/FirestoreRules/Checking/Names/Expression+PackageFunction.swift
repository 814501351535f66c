extension Expression {
    /// The package of a call such as `math.abs(x)`, which looks like a method of a variable.
    var package: String? {
        guard case .method(let receiver, _, _) = kind, case .name(let name) = receiver.kind,
            // `(math).abs(x)` is not one.
            receiver.range == receiver.innerRange, receiver.range.start == innerRange.start,
            BuiltInFunction.packages.contains(name)
        else { return nil }
        return name
    }
}
