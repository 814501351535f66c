package import HTTPTypes

extension HTTPFields {
    /// What `self[name]` is, sooner: that one puts all fields in order before it looks for one, which pays only for a
    /// head that is asked much.
    package func value(_ name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            if value != nil { return self[name] }
            value = field.value
        }
        return value
    }
}
