import FirestoreRules

/// The settings of the Realtime Database emulator.
struct DatabasePlan: Sendable {
    var host: String
    var port: Int
    /// The project's database, to which the rules apply.
    let namespace: String
    /// The rules, or nil.
    let rules: SourceFile?

    /// Reads the options and the configuration.
    ///
    /// - Returns: nil if neither mentions a Realtime Database.
    /// - Throws: ``CommandFailure`` for unreadable rules and an invalid port.
    init?(
        _ options: EmulatorOptions, _ file: FirebaseConfiguration?, host: String, project: String
    ) throws {
        let isWanted =
            options.databasePort != nil || options.databaseRules != nil || file?.database != nil
            || file?.emulators?.database != nil
        guard isWanted else { return nil }
        self.host = options.host ?? file?.emulators?.database?.host ?? host
        port = options.databasePort ?? file?.emulators?.database?.port ?? 9000
        namespace = "\(project)-default-rtdb"
        let path =
            options.databaseRules
            ?? EmulatorPlan.path(file?.database?.all.first?.rules, namedBy: options.config)
        rules = try path.map { SourceFile(name: $0, content: try InputFile.regularText($0, as: "rules")) }
        try EmulatorPlan.check(port: port)
    }
}
