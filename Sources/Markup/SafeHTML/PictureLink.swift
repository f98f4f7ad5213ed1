import URLs

// bounded throughout: scan positions only grow.

/// The link that opens a picture in the gallery.
public struct PictureLink: Sendable, Hashable {
    /// Its target.
    public var href: String
    /// Written as `data-picture`.
    public var number: String
    /// Its `aria-label`.
    public var label: String

    public init(href: String, number: String, label: String) {
        self.href = href
        self.number = number
        self.label = label
    }

    func write(to out: inout [UInt8]) {
        HTMLEscaping.append("<a class=\"to-gallery\"", to: &out)
        PictureTag.write("href", href, to: &out)
        PictureTag.write("data-picture", number, to: &out)
        PictureTag.write("aria-label", label, to: &out)
        out.append(0x3E)
    }
}

extension HTMLWriter {
    /// Writes the start tag; the caller writes `</a>`.
    public mutating func beginLink(_ link: PictureLink) {
        var bytes: [UInt8] = []
        link.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}

extension SafeHTML {
    /// Wraps pictures in links, in one linear scan. Existing links stay, unless they hold only the picture and lead to
    /// an image file, as with thumbnails.
    /// - Parameter link: gets the picture and its number, from 1.
    public func linkingPictures(_ link: (PictureTag, Int) -> PictureLink?) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        var copy = text
        let bytes = copy.withUTF8 { source -> [UInt8] in
            var inserter = PictureLinkInserter(source: source)
            inserter.run(link)
            return inserter.out
        }
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

private struct PictureLinkInserter {
    let source: UnsafeBufferPointer<UInt8>
    var out: [UInt8] = []
    /// What ends the link opened last.
    private enum OpenLink { case none, foreign, untilPicture, untilLink }
    private var open = OpenLink.none
    private var pictureCount = 0

    init(source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        out.reserveCapacity(source.count + source.count / 4)
    }

    mutating func run(_ link: (PictureTag, Int) -> PictureLink?) {
        var index = 0
        while index < source.count {
            guard source[index] == 0x3C else {
                let end = source[index...].firstIndex(of: 0x3C) ?? source.count
                out.append(contentsOf: source[index..<end])
                index = end
                continue
            }
            let end = min((source[index...].firstIndex(of: 0x3E) ?? source.count - 1) + 1, source.count)
            process(index..<end, link)
            index = end
        }
    }

    private func starts(_ at: Int, _ name: StaticString) -> Bool {
        at < source.count && HTMLEscaping.starts(UnsafeBufferPointer(rebasing: source[at...]), with: name)
    }

    private mutating func process(_ tag: Range<Int>, _ link: (PictureTag, Int) -> PictureLink?) {
        let at = tag.lowerBound
        var isReplaced = false
        if starts(at, "<a ") {
            if let found = onlyPicture(in: tag), let newLink = link(found, pictureCount + 1) {
                newLink.write(to: &out)
                (open, isReplaced) = (.untilLink, true)
            } else {
                open = .foreign
            }
        } else if starts(at, "</a>") {
            open = .none
        } else if open == .none, starts(at, "<picture>") || starts(at, "<img "), let found = picture(from: at),
            let newLink = link(found, pictureCount + 1)
        {
            newLink.write(to: &out)
            open = .untilPicture
        }
        if !isReplaced { out.append(contentsOf: source[tag]) }
        if starts(at, "<img ") { pictureCount += 1 }
        if open == .untilPicture, starts(at, "</picture>") || starts(at, "<img "), !starts(tag.upperBound, "</picture>")
        {
            HTMLEscaping.append("</a>", to: &out)
            open = .none
        }
    }

    private func picture(from start: Int) -> PictureTag? {
        var at = start
        while at < source.count, !starts(at, "<img ") {
            guard starts(at, "<picture>") || starts(at, "<source ") else { return nil }
            at = (source[at...].firstIndex(of: 0x3E) ?? source.count) + 1
        }
        guard at < source.count else { return nil }
        let end = source[at...].firstIndex(of: 0x3E) ?? source.count
        return SafeHTMLTag(bytes: UnsafeBufferPointer(rebasing: source[(at + 1)..<end])).picture
    }

    /// If the link leads to an image file.
    private func onlyPicture(in tag: Range<Int>) -> PictureTag? {
        let start = SafeHTMLTag(
            bytes: UnsafeBufferPointer(rebasing: source[(tag.lowerBound + 1)..<(tag.upperBound - 1)]))
        guard start.range(of: "data-player") == nil, let href = start.range(of: "href"),
            let address = WebAddress(start.value(href)), ImageIdentity.hasImageExtension(address),
            let found = picture(from: tag.upperBound)
        else { return nil }
        var at = tag.upperBound
        for name: StaticString in ["<picture>", "<source ", "<img ", "</picture>"] {
            while starts(at, name) { at = (source[at...].firstIndex(of: 0x3E) ?? source.count) + 1 }
        }
        return starts(at, "</a>") ? found : nil
    }
}
