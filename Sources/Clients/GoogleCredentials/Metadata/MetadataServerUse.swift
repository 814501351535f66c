/// Whether to ask the metadata server of Google's cloud when there is no file with credentials.
public enum MetadataServerUse: Hashable, Sendable, CaseIterable {
    /// When `GCE_METADATA_HOST` names one, or one answers within a second.
    case ifFound
    /// Always, because this runs in Google's cloud.
    case always
    /// Never: nothing is sent.
    case never
}
