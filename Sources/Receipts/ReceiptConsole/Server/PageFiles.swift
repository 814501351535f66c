#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files below `Pages`. They are part of the program, so it can be copied anywhere and needs no network.
///
/// The build finds them: the plugin `EmbedPages` generates `EmbeddedPages`.
enum PageFiles {
    struct File: Sendable {
        let bytes: [UInt8]
        /// The content type.
        let type: String
    }

    /// The file at a path such as `/chat/pane.js`; nil where there is none.
    static func file(at path: Substring) -> File? {
        files[path == "/" ? "/index.html" : String(path)]
    }

    static let files = Dictionary(
        uniqueKeysWithValues: EmbeddedPages.all.map { path, content in
            ("/\(path)", File(bytes: bytes(of: content), type: type(of: "\(path)")))
        })

    private static func bytes(of content: EmbeddedPages.Content) -> [UInt8] {
        switch content {
        case .text(let text): text.withUTF8Buffer { Array($0) }
        case .base64(let text): Array(Data(base64Encoded: "\(text)") ?? Data())
        }
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
        "png": "image/png", "ico": "image/x-icon", "woff2": "font/woff2",
    ]

    /// The content type for the ending of a file's name.
    static func type(of path: String) -> String {
        types[String(path.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    }
}
