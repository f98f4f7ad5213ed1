// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// The link around a picture of a text that leads to where it can be looked at by itself.
public struct PictureLink: Sendable, Hashable {
    /// Where it leads.
    public var href: String
    /// Which picture it is; written as `data-picture`.
    public var number: String
    /// What the link says to those who do not see the picture.
    public var label: String

    public init(href: String, number: String, words: String) {
        self.href = href
        self.number = number
        self.label = words
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
    /// Writes the link's start tag by itself, around a picture that stands in no text; `</a>` is the caller's.
    public mutating func beginLink(_ link: PictureLink) {
        var bytes: [UInt8] = []
        link.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}

extension SafeHTML {
    /// Puts a link around every picture for which there is one, in one linear scan.
    ///
    /// A picture that stands in a link already keeps it, unless it stands there alone and the link leads to a picture's
    /// file, as a gallery's small pictures do: then it is replaced.
    /// - Parameter link: is given the picture and its number in the text, from 1.
    public func linkingPictures(_ link: (PictureTag, Int) -> PictureLink?) -> SafeHTML {
        guard text.utf8.contains(0x3C) else { return self }
        var copy = text
        let bytes = copy.withUTF8 { source -> [UInt8] in
            var linking = PictureLinkInserter(source: source)
            linking.run(link)
            return linking.out
        }
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

/// One pass over the normal form.
private struct PictureLinkInserter {
    let source: UnsafeBufferPointer<UInt8>
    var out: [UInt8] = []
    /// What closes the link that was opened last: the end of the picture, or that of the link it stands for.
    private enum OpenLink { case none, foreign, untilPicture, untilLink }
    private var open = OpenLink.none
    /// The pictures that have gone by.
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
        var isOurs = false
        if starts(at, "<a ") {
            if let found = onlyPicture(in: tag), let ours = link(found, pictureCount + 1) {
                ours.write(to: &out)
                (open, isOurs) = (.untilLink, true)
            } else {
                open = .foreign
            }
        } else if starts(at, "</a>") {
            open = .none
        } else if open == .none, starts(at, "<picture>") || starts(at, "<img "), let found = picture(from: at),
            let ours = link(found, pictureCount + 1)
        {
            ours.write(to: &out)
            open = .untilPicture
        }
        if !isOurs { out.append(contentsOf: source[tag]) }
        if starts(at, "<img ") { pictureCount += 1 }
        if open == .untilPicture, starts(at, "</picture>") || starts(at, "<img "), !starts(tag.upperBound, "</picture>")
        {
            HTMLEscaping.append("</a>", to: &out)
            open = .none
        }
    }

    /// The picture that begins here.
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

    /// The only content of a link that leads to a picture's file.
    private func onlyPicture(in tag: Range<Int>) -> PictureTag? {
        let start = SafeHTMLTag(
            bytes: UnsafeBufferPointer(rebasing: source[(tag.lowerBound + 1)..<(tag.upperBound - 1)]))
        guard start.range(of: "data-player") == nil, let href = start.range(of: "href"),
            let address = WebAddress(start.value(href)), ImageIdentity.isPicture(address),
            let found = picture(from: tag.upperBound)
        else { return nil }
        var at = tag.upperBound
        for name: StaticString in ["<picture>", "<source ", "<img ", "</picture>"] {
            while starts(at, name) { at = (source[at...].firstIndex(of: 0x3E) ?? source.count) + 1 }
        }
        return starts(at, "</a>") ? found : nil
    }
}
