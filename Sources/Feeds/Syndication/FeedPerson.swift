struct FeedPerson {
    var rank = 5
    var name: String?
    var email: String?
    var address: String?

    var displayName: String? { name ?? email ?? address }

    /// Returns the name in `mail@host (Name)`, `Name <mail@host>` or `Name (mail@host)`, or the whole text.
    static func name(in text: String) -> String {
        guard text.containsASCII(0x28, or: 0x3C) else { return text }
        if let open = text.firstIndex(of: "("), text.last == ")" {
            let inside = text[text.index(after: open)...].dropLast().trimmingSpaces
            let outside = text[..<open].trimmingSpaces
            if outside.contains("@") || outside.isEmpty { return String(inside.isEmpty ? outside : inside) }
            if inside.contains("@") { return String(outside) }
        }
        if let open = text.firstIndex(of: "<"), text.last == ">" {
            let outside = text[..<open].trimmingSpaces
            if !outside.isEmpty { return String(outside.filter { $0 != "\"" }) }
            return String(text[text.index(after: open)...].dropLast())
        }
        return text
    }
}

extension StringProtocol {
    /// The text without surrounding ASCII white space and control characters.
    var trimmingSpaces: Substring {
        let text = Substring(self)
        let bytes = text.utf8
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start] <= 0x20 { start = bytes.index(after: start) }
        while start < end, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
        return text[start..<end]  // bounded: `start` stops at `end`
    }
}
