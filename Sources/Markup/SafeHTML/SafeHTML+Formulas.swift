extension SafeHTML {
    /// The markup with each formula that has a line to itself in a scrolling element, as WebKit does not scroll
    /// formulas themselves.
    public var withScrollingFormulas: SafeHTML {
        guard contains("<math display=") else { return self }
        var isOpen = false
        return rewritingTags { tag, out in
            if tag.starts(with: "math display=") {
                isOpen = true
                HTMLEscaping.append("<span class=\"formula\">", to: &out)
            }
            tag.write(to: &out)
            guard isOpen, tag.equals("/math") else { return }
            isOpen = false
            HTMLEscaping.append("</span>", to: &out)
        }
    }
}
