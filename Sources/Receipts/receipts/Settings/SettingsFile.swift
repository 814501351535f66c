import JSONText
import PrintableText

/// A file with the settings of server commands: `{"worker": {"listen": "0.0.0.0:8090", "drain": true, "follow": ["a", "b"]}}`.
struct SettingsFile: Sendable {
    /// The settings of each command that the file names, in its order: the name of an option without dashes, and its values.
    private(set) var settings: [String: [(name: String, values: [String])]] = [:]
    let path: String

    init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
        self.path = path
        let json: JSON
        do throws(JSONParser.Failure) { json = try JSONParser.parse(bytes) } catch {
            throw SettingsFile.failure(path, error.description)
        }
        guard case .object(let commands) = json else {
            throw SettingsFile.failure(
                path, "it must be an object with the settings of \(ServerSettings.list)")
        }
        for command in commands {
            guard ServerSettings.commands.keys.contains(command.name) else {
                throw SettingsFile.failure(
                    path,
                    "there are no settings of '\(command.name.beginning(limit: 60))', only of \(ServerSettings.list)"
                )
            }
            guard case .object(let members) = command.value else {
                throw SettingsFile.failure(path, "\(command.name) must be an object")
            }
            for member in members {
                settings[command.name, default: []].append(
                    (member.name, try SettingsFile.values(of: member, in: path)))
            }
        }
    }

    private static func values(of member: JSON.Member, in path: String) throws(CommandFailure) -> [String] {
        var elements = [member.value]
        if case .array(let several) = member.value { elements = several }
        var values: [String] = []
        for element in elements {
            switch element {
            case .string(let text): values.append(text)
            case .number(let digits): values.append(digits)
            case .boolean(let flag): values.append(flag ? "true" : "false")
            case .null, .array, .object:
                throw failure(
                    path,
                    "\(member.name.beginning(limit: 60)) must be a text, a number, true or false, or an array of these"
                )
            }
        }
        return values
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.wrongUsage, "the settings file \(path): \(reason)")
    }
}
