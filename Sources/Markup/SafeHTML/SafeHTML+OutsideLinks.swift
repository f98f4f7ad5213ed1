// bounded throughout: scan positions only grow.

extension SafeHTML {
    /// Makes web links open in a new tab and say so: a class, and words for screen readers at the end. Links to paths and
    /// within the page stay.
    /// - Parameter label: the words, such as "outside".
    public func openingWebLinksOutside(label: String) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        var copy = text
        let bytes = copy.withUTF8 { source -> [UInt8] in
            var writer = OutsideLinkWriter(source: source, label: label)
            writer.run()
            return writer.out
        }
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

private struct OutsideLinkWriter {
    let source: UnsafeBufferPointer<UInt8>
    let label: String
    var out: [UInt8] = []
    private var isInWebLink = false

    init(source: UnsafeBufferPointer<UInt8>, label: String) {
        self.source = source
        self.label = label
        out.reserveCapacity(source.count + source.count / 8)
    }

    mutating func run() {
        var index = 0
        while index < source.count {
            guard source[index] == 0x3C else {
                let end = source[index...].firstIndex(of: 0x3C) ?? source.count
                out.append(contentsOf: source[index..<end])
                index = end
                continue
            }
            let end = min((source[index...].firstIndex(of: 0x3E) ?? source.count - 1) + 1, source.count)
            process(index..<end)
            index = end
        }
    }

    private mutating func process(_ tag: Range<Int>) {
        if starts(tag.lowerBound, "</a>"), isInWebLink {
            isInWebLink = false
            writeLabel()
        }
        guard starts(tag.lowerBound, "<a "), isWebLink(tag) else { return out.append(contentsOf: source[tag]) }
        isInWebLink = true
        HTMLEscaping.append("<a target=\"_blank\" class=\"outside-link\"", to: &out)
        out.append(contentsOf: source[(tag.lowerBound + 2)..<tag.upperBound])
    }

    private func isWebLink(_ tag: Range<Int>) -> Bool {
        let start = SafeHTMLTag(
            bytes: UnsafeBufferPointer(
                rebasing: source[(tag.lowerBound + 1)..<max(tag.lowerBound + 1, tag.upperBound - 1)]))
        guard let href = start.range(of: "href"), start.range(of: "target") == nil else { return false }
        return start.value(href).hasPrefix("http")
    }

    private mutating func writeLabel() {
        HTMLEscaping.append("<span class=\"visually-hidden\"> (", to: &out)
        var copy = label
        copy.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: false) }
        HTMLEscaping.append(")</span>", to: &out)
    }

    private func starts(_ at: Int, _ name: StaticString) -> Bool {
        at < source.count && HTMLEscaping.starts(UnsafeBufferPointer(rebasing: source[at...]), with: name)
    }
}
