import Cryptography
import JSONText
import RealtimeDatabaseModel

extension DataNode {
    /// The entity tag of the node, which identifies its content.
    ///
    /// Source: https://firebase.google.com/docs/reference/rest/database#section-conditional-requests
    var tag: String {
        if isNull { return "null_etag" }
        var writer = JSONWriter(.compact)
        write(to: &writer, rendersArrays: false)
        return Base64.encode(Array(Digest.sha256(writer.bytes).prefix(20)))
    }
}
