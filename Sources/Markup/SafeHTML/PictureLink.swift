import URLs

/// The link that opens a picture in the gallery.
public struct PictureLink: Sendable, Hashable {
    /// The link's target.
    public var href: String
    /// The picture's number, written as `data-picture`.
    public var number: String
    /// The link's `aria-label`.
    public var label: String

    public init(href: String, number: String, label: String) {
        self.href = href
        self.number = number
        self.label = label
    }

    func write(to out: inout [UInt8]) {
        HTMLEscaping.append("<a class=\"gallery-link\"", to: &out)
        PictureTag.write("href", href, to: &out)
        PictureTag.write("data-picture", number, to: &out)
        PictureTag.write("aria-label", label, to: &out)
        out.append(0x3E)
    }
}

extension SafeHTML {
    /// Wraps pictures in links, in one linear scan. Existing links stay, unless they hold only the picture and lead to
    /// an image file, as with thumbnails.
    /// - Parameter link: gets the picture and its number, from 1.
    public func linkingPictures(_ link: (PictureTag, Int) -> PictureLink?) -> SafeHTML {
        var linker = PictureLinker()
        return rewritingTags { tag, out in linker.write(tag, link, to: &out) }
    }
}

private struct PictureLinker {
    /// The tag that ends the link opened last.
    private enum OpenLink { case none, foreign, untilPicture, untilLink }
    private var open = OpenLink.none
    private var pictureCount = 0

    mutating func write(
        _ tag: SafeHTMLTag, _ link: (PictureTag, Int) -> PictureLink?, to out: inout [UInt8]
    ) {
        var isReplaced = false
        if tag.starts(with: "a ") {
            if let found = onlyPicture(in: tag), let newLink = link(found, pictureCount + 1) {
                newLink.write(to: &out)
                (open, isReplaced) = (.untilLink, true)
            } else {
                open = .foreign
            }
        } else if tag.equals("/a") {
            open = .none
        } else if open == .none, let found = tag.starts(with: "source ") ? nil : tag.wholePicture,
            let newLink = link(found, pictureCount + 1)
        {
            newLink.write(to: &out)
            open = .untilPicture
        }
        if !isReplaced { tag.write(to: &out) }
        let isPicture = tag.starts(with: "img ")
        if isPicture { pictureCount += 1 }
        if open == .untilPicture, isPicture || tag.equals("/picture"), tag.adjacent?.equals("/picture") != true {
            HTMLEscaping.append("</a>", to: &out)
            open = .none
        }
    }

    /// Returns the picture that is a link's only content, if the link leads to an image file.
    private func onlyPicture(in link: SafeHTMLTag) -> PictureTag? {
        guard link.range(of: "data-player") == nil, let href = link.range(of: "href"),
            let address = WebAddress(link.value(href)), PictureIdentity.hasImageExtension(address),
            let first = link.adjacent, let found = first.wholePicture
        else { return nil }
        var tag: SafeHTMLTag? = first
        if tag?.equals("picture") == true { tag = tag?.adjacent }
        for name: StaticString in ["source ", "img ", "/picture"] {
            while let found = tag, found.starts(with: name) { tag = found.adjacent }
        }
        return tag?.equals("/a") == true ? found : nil
    }
}
