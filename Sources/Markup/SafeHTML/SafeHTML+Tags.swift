import Untrusted

// bounded throughout: scan positions only grow.

extension SafeHTML {
    /// Replaces tags, in one linear scan; the text between them stays.
    /// - Parameter replace: writes the replacement of a tag, or the tag itself.
    func rewritingTags(_ replace: (SafeHTMLTag, inout [UInt8]) -> Void) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        var copy = text
        let bytes = copy.withUTF8 { source -> [UInt8] in
            var out: [UInt8] = []
            out.reserveCapacity(source.count + source.count / 4)
            var index = 0
            while index < source.count {
                let start = source[index...].firstIndex(of: 0x3C) ?? source.count
                out.append(contentsOf: source[index..<start])
                guard start < source.count else { break }
                let tag = SafeHTMLTag(source, at: start)
                replace(tag, &out)
                index = tag.position.upperBound
            }
            return out
        }
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

/// A tag of a `SafeHTML`, where attributes never contain `>` and are quoted by `"`.
struct SafeHTMLTag {
    private let source: UnsafeBufferPointer<UInt8>
    /// The range of the tag with `<` and `>`.
    let position: Range<Int>

    /// The bytes of the tag without `<` and `>`.
    let bytes: UnsafeBufferPointer<UInt8>

    /// Reads a tag.
    /// - Parameter index: the offset of the tag's `<`.
    init(_ source: UnsafeBufferPointer<UInt8>, at index: Int) {
        let end = source[index...].firstIndex(of: 0x3E) ?? source.count
        self.source = source
        position = index..<min(end + 1, source.count)
        bytes = UnsafeBufferPointer(rebasing: source[(index + 1)..<end])
    }

    /// The next tag, if there is no text between the two.
    var adjacent: SafeHTMLTag? {
        let index = position.upperBound
        return index < source.count && source[index] == 0x3C ? SafeHTMLTag(source, at: index) : nil
    }

    func write(to out: inout [UInt8]) { out.append(contentsOf: source[position]) }

    /// Returns true for that tag.
    /// - Parameter tag: a tag without attributes, such as `/a`.
    func equals(_ tag: StaticString) -> Bool { bytes.count == tag.utf8CodeUnitCount && starts(with: tag) }

    func starts(with name: StaticString) -> Bool { HTMLEscaping.starts(bytes, with: name) }

    /// Returns the range of the attribute's value, still escaped.
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

    /// The picture that begins with this tag: an `<img>`, or a `<picture>` with one.
    var wholePicture: PictureTag? {
        var tag = self
        while !tag.starts(with: "img ") {
            guard tag.equals("picture") || tag.starts(with: "source "), let next = tag.adjacent else { return nil }
            tag = next
        }
        return tag.picture
    }
}
