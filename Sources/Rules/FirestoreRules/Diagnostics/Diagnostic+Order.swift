extension [Diagnostic] {
    /// In the order of Google's compiler: by place, then errors before warnings, then by text. What has no place comes
    /// first.
    package func inOrder() -> [Diagnostic] {
        sorted { left, right in
            let (from, to) = (left.range?.start.offset ?? -1, right.range?.start.offset ?? -1)
            if from != to { return from < to }
            if left.severity != right.severity { return left.severity == .error }
            return left.message < right.message
        }
    }
}
