/// What a call says about itself beside its message.
package struct CallMetadata: Sendable {
    /// The `authorization` header; nil for a caller who has not signed in.
    package var authorization: String?
    /// True for a read that a page repeats on its own: nobody has asked for it.
    package var isInBackground: Bool

    package init(authorization: String? = nil, isInBackground: Bool = false) {
        self.authorization = authorization
        self.isInBackground = isInBackground
    }
}
