import URLs

/// The reading of the Channel Definition Format (Microsoft's W3C submission, March 1997).
extension FeedBuilder {
    mutating func readCDFAttributes(_ attributes: XMLAttributes) {
        if let base = attributes.trimmed(anyCase: "base").flatMap({ WebAddress($0, base: address) }) {
            bases.append((1, base))
            rootBase = base
        }
        if let page = attributes.trimmed(anyCase: "href") { setFeedLink(page, rank: 4) }
        feed.updated.setIfHigher(attributes.trimmed(anyCase: "lastmod").flatMap { FeedDateParser.parse($0) }, rank: 4)
        feed.language.setIfHigher(attributes.trimmed(anyCase: "lang").map(LanguageTagNormalizer.normalized), rank: 1)
    }

    mutating func readCDFAttributes(of draft: inout EntryDraft, _ attributes: XMLAttributes) {
        draft.link.setIfHigher(absolute(attributes.trimmed(anyCase: "href")), rank: 4)
        draft.updated.setIfHigher(attributes.trimmed(anyCase: "lastmod").flatMap { FeedDateParser.parse($0) }, rank: 4)
    }

    /// Reads an item's alternative address.
    mutating func readCDFAnchor(_ attributes: XMLAttributes) {
        let page = absolute(attributes.trimmed(anyCase: "href"))
        entry?.link.setIfHigher(page, rank: 3)
    }

    /// Reads `<LOGO HREF STYLE="ICON | IMAGE">`.
    mutating func readCDFLogo(_ attributes: XMLAttributes) {
        let picture = absolute(attributes.trimmed(anyCase: "href"))
        if attributes.trimmed(anyCase: "style")?.lowercased() == "icon" {
            feed.icon.setIfHigher(picture, rank: 2)
        } else {
            feed.image.setIfHigher(picture, rank: 2)
        }
    }
}

extension XMLAttributes {
    /// Returns the trimmed value of the attribute with this name in any case; CDF uses upper case.
    func trimmed(anyCase lower: StaticString) -> String? {
        let name = UnsafeBufferPointer(start: lower.utf8Start, count: lower.utf8CodeUnitCount)
        for span in spans where bytes[span.name].lazy.map(\.lower).elementsEqual(name) {
            let text = decoded(UnsafeBufferPointer(rebasing: bytes[span.value])).trimmingSpaces
            return text.isEmpty ? nil : String(text)
        }
        return nil
    }
}
