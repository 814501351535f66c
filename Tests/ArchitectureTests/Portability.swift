/// What a library needs where there is no libcurl.
enum Portability {
    /// Where libcurl comes in, which the trait `URLSession` leaves out.
    static let withoutTrait: Set<String> = ["CurlHTTP"]

    /// What only the systems have where a program may start another.
    static let ofProcesses: Set<String> = ["Subprocess", "System", "SystemPackage"]

    /// What every platform has: Foundation, Dispatch, the standard library's own modules, the C library, and the system's cryptography.
    static let ofThePlatform: Set<String> = [
        "Android", "COpenSSL", "CommonCrypto", "CryptoKit", "Darwin", "Dispatch", "Foundation",
        "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Security", "Swift",
        "Synchronization",
    ]

    /// Packages of Apple that need no more than this themselves.
    static let packages: Set<String> = ["HTTPTypes", "Logging", "OrderedCollections"]

    /// The modules outside the package that a target needs, itself or through others of the package.
    ///
    /// - Parameter files: Texts by path, such as `Sources/Base/JSONText/JSON.swift`.
    static func modules(neededBy name: String, in files: [String: String]) -> Set<String> {
        var imports: [String: Set<String>] = [:]
        for (path, text) in files {
            guard let target = Target(path: path) else { continue }
            imports[target.name, default: []].formUnion(SourceImport.names(in: text))
        }
        var found: Set<String> = []
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for module in imports[next] ?? [] where !withoutTrait.contains(module) {
                if imports[module] == nil {
                    found.insert(module)
                } else if seen.insert(module).inserted {
                    open.append(module)
                }
            }
        }
        return found
    }
}
