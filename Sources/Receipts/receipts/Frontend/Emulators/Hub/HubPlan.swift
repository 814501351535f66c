/// The settings of the hub.
struct HubPlan: Sendable {
    var host: String
    var port: Int
    let locator: HubLocator

    /// Reads the options and the configuration.
    ///
    /// - Returns: nil if neither mentions a hub.
    /// - Throws: ``CommandFailure`` for an invalid port.
    init?(
        _ options: EmulatorOptions, _ file: FirebaseConfiguration?, host: String, locator: HubLocator
    ) throws(CommandFailure) {
        guard options.hubPort != nil || file?.emulators?.hub != nil else { return nil }
        self.init(
            host: options.host ?? file?.emulators?.hub?.host ?? host,
            port: options.hubPort ?? file?.emulators?.hub?.port ?? 4400, locator: locator)
        try EmulatorPlan.check(port: port)
    }

    init(host: String, port: Int, locator: HubLocator) {
        self.host = host
        self.port = port
        self.locator = locator
    }
}
