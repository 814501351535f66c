// The simulation is built without the testing library, which has no archive to link.
#if canImport(Testing)
    public import Testing

    extension Trait where Self == ConditionTrait {
        /// Runs the test only while the emulator makes no faults of its own: see ``SystemEnvironment/emulatorFaults``.
        ///
        /// - Parameter reason: Why the test cannot hold among faults, such as that it counts requests.
        public static func withoutFaults(_ reason: Comment) -> Self {
            .enabled(if: SystemEnvironment.emulatorFaults == nil, reason)
        }
    }
#endif
