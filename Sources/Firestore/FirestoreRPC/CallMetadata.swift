/// What comes with a call besides its message.
package struct CallMetadata: Sendable {
    /// The `authorization` header; nil for a caller who has not signed in.
    package var authorization: String?
    /// True for an automatic read, such as a page's polling.
    package var isInBackground: Bool

    package init(authorization: String? = nil, isInBackground: Bool = false) {
        self.authorization = authorization
        self.isInBackground = isInBackground
    }
}
