extension SafeHTML {
    /// Replaces every picture, and drops each `<source>`, which would bypass the replacement.
    public func mappingPictures(_ replace: (PictureTag) -> PictureTag) -> SafeHTML {
        mappingTags { tag, out in
            if tag.starts(with: "source ") { return true }
            guard tag.starts(with: "img ") else { return false }
            replace(tag.picture).write(to: &out)
            return true
        }
    }

    /// Replaces pictures with buttons, so that nothing is loaded, or with the result of `replace`.
    public func replacingPictures(
        _ makeButton: (PictureTag) -> ClickToLoadButton?, else replace: (PictureTag) -> PictureTag
    ) -> SafeHTML {
        mappingTags { tag, out in
            if tag.starts(with: "source ") { return true }
            guard tag.starts(with: "img ") else { return false }
            let picture = tag.picture
            if let button = makeButton(picture) { button.write(to: &out) } else { replace(picture).write(to: &out) }
            return true
        }
    }

    /// Replaces the addresses of links; nil keeps an address. Skips in-page links (`#…`) and embeds.
    public func mappingLinks(_ replace: (String) -> String?) -> SafeHTML {
        mappingTags { tag, out in
            guard tag.starts(with: "a "), let range = tag.range(of: "href"), tag.bytes[range.lowerBound] != 0x23,
                tag.range(of: "data-player") == nil,
                let address = replace(tag.value(range))
            else { return false }
            out.append(0x3C)
            out.append(contentsOf: tag.bytes[..<range.lowerBound])
            var copy = address
            copy.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: true) }
            out.append(contentsOf: tag.bytes[range.upperBound...])
            out.append(0x3E)
            return true
        }
    }

    /// Rewrites tags; `body` writes a replacement and returns true, or returns false to keep a tag.
    private func mappingTags(_ body: (SafeHTMLTag, inout [UInt8]) -> Bool) -> SafeHTML {
        rewritingTags { tag, out in
            if !body(tag, &out) { tag.write(to: &out) }
        }
    }
}

extension PictureTag {
    func write(to out: inout [UInt8]) {
        HTMLEscaping.append("<img", to: &out)
        Self.write("src", src, to: &out)
        Self.write("alt", alt, to: &out)
        Self.write("srcset", srcset, to: &out)
        Self.write("sizes", sizes, to: &out)
        Self.write("width", width.map(String.init), to: &out)
        Self.write("height", height.map(String.init), to: &out)
        Self.write("title", title, to: &out)
        Self.write("data-colour", colour, to: &out)
        if isLazy { HTMLEscaping.append(" loading=\"lazy\" decoding=\"async\"", to: &out) }
        out.append(0x3E)
    }

    static func write(_ name: StaticString, _ value: String?, to out: inout [UInt8]) {
        guard var value else { return }
        out.append(0x20)
        HTMLEscaping.append(name, to: &out)
        HTMLEscaping.append("=\"", to: &out)
        value.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: true) }
        out.append(0x22)
    }
}

extension ClickToLoadButton {
    func write(to out: inout [UInt8]) {
        HTMLEscaping.append("<button class=\"click-to-load\"", to: &out)
        PictureTag.write("form", form, to: &out)
        PictureTag.write("name", name, to: &out)
        PictureTag.write("value", value, to: &out)
        out.append(0x3E)
        var copy = label
        copy.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: false) }
        HTMLEscaping.append("</button>", to: &out)
    }
}
