/// An author as a feed names one.
struct FeedPerson {
    /// How much the place counts where the name stands.
    var rank = 5
    var name: String?
    var email: String?
    var address: String?

    /// What to call them: name, else mail address, else page.
    var displayName: String? { name ?? email ?? address }

    /// The name in RSS's `mail@host (Name)`, `Connection <mail@host>`, `Connection (mail@host)`; the text itself when it has another shape.
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
    /// Without ASCII white space at both ends.
    var trimmingSpaces: Substring {
        let text = Substring(self)
        let bytes = text.utf8
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start] <= 0x20 { start = bytes.index(after: start) }
        while start < end, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
        return text[start..<end]  // bounded: `start` stops at `end`
    }
}
