/// Media types of files that come with a story: as given, else by the ending of the address.
enum FileType {
    /// The type to show; a type that says nothing gives way to the ending's.
    static func of(_ given: String?, url: String) -> String? {
        let type = given?.lowercased().prefix { $0 != ";" }.filter { !$0.isWhitespace } ?? ""
        if !type.isEmpty, type.contains("/"), type != "application/octet-stream" { return type }
        return endings[ending(of: url)] ?? (type.isEmpty ? nil : type)
    }

    static func isPicture(_ given: String?, url: String) -> Bool { of(given, url: url)?.hasPrefix("image/") ?? false }

    private static func ending(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), let slash = path.lastIndex(of: "/"), slash < dot else { return "" }
        return path[path.index(after: dot)...].lowercased()
    }

    private static let endings = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "pdf": "application/pdf", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    ]
}
