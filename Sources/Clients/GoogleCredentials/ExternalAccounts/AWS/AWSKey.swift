/// The key with which a program signs requests to AWS, for a while or for good.
struct AWSKey: Sendable {
    let id: String
    let secret: Secret
    /// What a key that is valid for a while comes with.
    let sessionToken: Secret?
}
