/// A defect that the simulation must find: the proof that it would find others.
enum PlantedDefect: String, CaseIterable {
    /// The server answers one commit in ten without carrying it out.
    case forgetfulServer = "forgetful-server"
    /// The disk says that it has synchronized what it has not.
    case lyingDisk = "lying-disk"
    /// Some program sets the status of messages back.
    case olderStatus = "older-status"
}
