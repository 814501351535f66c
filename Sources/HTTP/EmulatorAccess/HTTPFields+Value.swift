package import HTTPTypes

extension HTTPFields {
    /// The same as `self[name]`, but without sorting all fields first, which only pays for repeated lookups.
    package func value(_ name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            if value != nil { return self[name] }
            value = field.value
        }
        return value
    }
}
