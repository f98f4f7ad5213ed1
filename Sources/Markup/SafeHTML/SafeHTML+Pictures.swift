import Untrusted

// bounded throughout: scan positions only grow.

extension SafeHTML {
    /// Replaces every picture. Drops `<source>`s, which would bypass the replacement.
    public func mappingPictures(_ replace: (PictureTag) -> PictureTag) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        return mappingTags { tag, out in
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
        guard text.utf8.contains(0x3C) else { return self }
        return mappingTags { tag, out in
            if tag.starts(with: "source ") { return true }
            guard tag.starts(with: "img ") else { return false }
            let picture = tag.picture
            if let button = makeButton(picture) { button.write(to: &out) } else { replace(picture).write(to: &out) }
            return true
        }
    }

    /// Replaces links' addresses; nil keeps one. Skips in-page links (`#…`) and embeds.
    public func mappingLinks(_ replace: (String) -> String?) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        return mappingTags { tag, out in
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

    /// `body` writes a replacement and returns true, or returns false.
    private func mappingTags(_ body: (SafeHTMLTag, inout [UInt8]) -> Bool) -> SafeHTML {
        var copy = text
        let bytes = copy.withUTF8 { source -> [UInt8] in
            var out: [UInt8] = []
            out.reserveCapacity(source.count + source.count / 4)
            var start = 0
            var index = 0
            while index < source.count {
                guard source[index] == 0x3C else {
                    index += 1
                    continue
                }
                let end = source[index...].firstIndex(of: 0x3E) ?? source.count
                let tag = SafeHTMLTag(bytes: UnsafeBufferPointer(rebasing: source[(index + 1)..<end]))
                let before = out.count
                let pending = UnsafeBufferPointer(rebasing: source[start..<index])
                if tag.isMappable {
                    out.append(contentsOf: pending)
                    if body(tag, &out) {
                        start = min(end + 1, source.count)
                    } else {
                        out.removeLast(out.count - before)
                    }
                }
                index = end + 1
            }
            if start < source.count { out.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...])) }
            return out
        }
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

/// Without `<` and `>`. In `SafeHTML` attributes never contain `>` and are quoted by `"`.
struct SafeHTMLTag {
    let bytes: UnsafeBufferPointer<UInt8>

    var isMappable: Bool { starts(with: "img ") || starts(with: "a ") || starts(with: "source ") }

    func starts(with name: StaticString) -> Bool { HTMLEscaping.starts(bytes, with: name) }

    /// Of the attribute's value, still escaped.
    func range(of name: StaticString) -> Range<Int>? {
        let length = name.utf8CodeUnitCount
        var index = bytes.firstIndex(of: 0x20) ?? bytes.count
        while index < bytes.count {
            let nameStart = index + 1
            guard let equals = bytes[nameStart...].firstIndex(of: 0x3D), equals + 2 <= bytes.count else { return nil }
            let valueStart = equals + 2
            let valueEnd = bytes[valueStart...].firstIndex(of: 0x22) ?? bytes.count
            if equals - nameStart == length,
                HTMLEscaping.starts(UnsafeBufferPointer(rebasing: bytes[nameStart...]), with: name)
            {
                return valueStart..<valueEnd
            }
            index = valueEnd + 1
        }
        return nil
    }

    func value(_ range: Range<Int>) -> String { HTMLEscaping.unescaped(UnsafeBufferPointer(rebasing: bytes[range])) }

    var picture: PictureTag {
        func text(_ name: StaticString) -> String? { range(of: name).map(value) }
        var tag = PictureTag(src: text("src") ?? "", alt: text("alt") ?? "", title: text("title"))
        tag.srcset = text("srcset")
        tag.sizes = text("sizes")
        tag.width = text("width").flatMap { UntrustedInteger(digits: $0)?.int(in: 0...100_000) }
        tag.height = text("height").flatMap { UntrustedInteger(digits: $0)?.int(in: 0...100_000) }
        return tag
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
        HTMLEscaping.append("<button class=\"held\"", to: &out)
        PictureTag.write("form", form, to: &out)
        PictureTag.write("name", name, to: &out)
        PictureTag.write("value", value, to: &out)
        out.append(0x3E)
        var copy = label
        copy.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: false) }
        HTMLEscaping.append("</button>", to: &out)
    }
}
