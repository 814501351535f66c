/// Whether the metadata server of Google's cloud is asked for credentials when no file has any.
public enum MetadataServerUse: Hashable, Sendable, CaseIterable {
    /// When `GCE_METADATA_HOST` names one, or one answers within a second.
    case ifFound
    /// Always: this runs in Google's cloud.
    case always
    /// Never: nothing is sent.
    case never
}
