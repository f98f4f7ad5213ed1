/// An author as a feed names one.
struct Person {
    var name: String?
    var email: String?
    var address: String?

    /// What to call them: name, else mail address, else page.
    var called: String? { name ?? email ?? address }

    /// The name in RSS's `mail@host (Name)`, `Name <mail@host>`, `Name (mail@host)`; the text itself when it has another shape.
    static func name(in text: String) -> String {
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
    /// Without white space at both ends.
    var trimmingSpaces: SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return rest
    }
}
