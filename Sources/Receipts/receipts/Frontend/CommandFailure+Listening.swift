extension CommandFailure {
    /// Describes why listening on an address failed.
    init(listeningOn address: String, _ error: any Error) {
        self.init(.failed, "cannot listen on \(address): \(CommandFailure.reason(error))")
    }

    /// Whether the port is in use.
    static func isPortTaken(_ error: any Error) -> Bool {
        let text = String(describing: error)
        return text.contains("errno: 98") || text.contains("Address already in use")
    }

    private static func reason(_ error: any Error) -> String {
        let text = String(describing: error)
        if isPortTaken(error) {
            return "the port is taken; choose another one, or 0 for a free one"
        }
        if text.contains("errno: 13") || text.contains("Permission denied") {
            return "permission denied; choose a port above 1023"
        }
        if text.contains("errno: 99") || text.contains("assign requested address") {
            return "this machine does not have that address"
        }
        if text.contains("UnknownHost") || text.contains("not known") {
            return "there is no such host; use 127.0.0.1, or an address of this machine"
        }
        return text
    }
}
