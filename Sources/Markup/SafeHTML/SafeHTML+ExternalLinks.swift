extension SafeHTML {
    /// Makes web links open in a new tab and say so: with a class, and words for screen readers at the end. Links to
    /// paths and within the page stay.
    /// - Parameter label: the words, such as "outside".
    public func openingWebLinksExternally(label: String) -> SafeHTML {
        var isInWebLink = false
        return rewritingTags { tag, out in
            if tag.equals("/a"), isInWebLink {
                isInWebLink = false
                Self.writeOutsideLabel(label, to: &out)
            }
            guard tag.isWebLink else { return tag.write(to: &out) }
            isInWebLink = true
            HTMLEscaping.append("<a target=\"_blank\" class=\"external-link\"", to: &out)
            out.append(contentsOf: tag.bytes.dropFirst())
            out.append(0x3E)
        }
    }

    private static func writeOutsideLabel(_ label: String, to out: inout [UInt8]) {
        HTMLEscaping.append("<span class=\"visually-hidden\"> (", to: &out)
        var copy = label
        copy.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: false) }
        HTMLEscaping.append(")</span>", to: &out)
    }
}

extension SafeHTMLTag {
    /// True for a link to another site that has no target yet.
    fileprivate var isWebLink: Bool {
        guard starts(with: "a "), let href = range(of: "href"), range(of: "target") == nil else { return false }
        return value(href).hasPrefix("http")
    }
}
