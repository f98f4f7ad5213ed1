extension SafeHTML {
    /// Puts each formula with a line to itself into an element that scrolls: WebKit scrolls no formula itself.
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
