import Foundation
import Markup
import URLs
import Untrusted

/// The storing of fields when elements end.
extension FeedBuilder {
    mutating func setField(_ capture: FieldCapture) {
        switch capture.target {
        case .published, .updated, .created, .dublinCoreDate, .feedUpdated, .updateBase: setDate(capture)
        case .summary, .content: setHTML(capture)
        case .mediaText: setMediaText(capture.textType)
        case .title, .feedTitle, .feedSubtitle, .caption, .credit:
            if let text = plainText(capture.textType) { setPlainText(capture, text) }
        default:
            if let text = collapsed() { setText(capture, text) }
        }
    }

    // MARK: Kinds of fields

    private mutating func setDate(_ capture: FieldCapture) {
        guard let date = buffer.withUnsafeBufferPointer(FeedDateParser.parse) else {
            if !buffer.allSatisfy({ $0.isSpace }) { diagnostics.record(.invalidDate) }
            return
        }
        switch capture.target {
        case .published, .created: entry?.published.setIfAtLeast(date, rank: capture.rank)
        case .updated: entry?.updated.setIfAtLeast(date, rank: capture.rank)
        case .dublinCoreDate:
            // Dublin Core does not say which event the date means.
            entry?.published.setIfAtLeast(date, rank: capture.rank)
            entry?.updated.setIfAtLeast(date, rank: 1)
        case .updateBase: feed.updateBase = date
        default: feed.updated.setIfAtLeast(date, rank: capture.rank)
        }
    }

    private mutating func setHTML(_ capture: FieldCapture) {
        guard let html = html(capture.textType) else { return }
        let field = (html: html, base: explicitBase)
        if capture.target == .summary {
            entry?.summary.setIfHigher(field, rank: capture.rank)
        } else {
            entry?.content.setIfHigher(field, rank: capture.rank)
        }
    }

    private mutating func setPlainText(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .title: entry?.title.setIfHigher(text, rank: capture.rank)
        case .feedTitle: feed.title.setIfHigher(text.prefix(bytes: FeedDraft.maxText), rank: capture.rank)
        case .feedSubtitle: feed.subtitle.setIfHigher(text.prefix(bytes: FeedDraft.maxText), rank: capture.rank)
        case .caption: setCaption(text)
        default: setCredit(text)
        }
    }

    private mutating func setText(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .feedLink, .feedLanguage, .feedAuthor, .feedID, .feedIcon, .feedImage: setFeedField(capture, text)
        case .ttl: feed.setTTL(text)
        case .skipHour: feed.addSkipHour(text)
        case .skipDay: feed.addSkipDay(text)
        case .updatePeriod: feed.setUpdatePeriod(text)
        case .updateFrequency: feed.frequency = UntrustedInteger(text)?.int(clampedTo: 1...86_400)
        case .personName: person?.name = Self.strippingHTML(text)
        case .personEmail: person?.email = text
        case .personAddress: person?.address = text
        default: setEntryField(capture, text)
        }
    }

    private mutating func setFeedField(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .feedLink: setFeedLink(text, rank: capture.rank)
        case .feedLanguage: feed.language.setIfHigher(LanguageTagNormalizer.normalized(text), rank: capture.rank)
        case .feedAuthor:
            feed.authors.add(Self.author(text), rank: capture.rank)
        case .feedID: feed.id.setIfNil(text)
        case .feedIcon: feed.icon.setIfHigher(absolute(text), rank: capture.rank)
        default: feed.image.setIfHigher(absolute(text), rank: capture.rank)
        }
    }

    private mutating func setEntryField(_ capture: FieldCapture, _ text: String) {
        let rank = capture.rank
        switch capture.target {
        case .link: setLink(text, rank: rank)
        case .originalLink: setLink(text, rank: 6)
        case .guid: setGUID(capture, text)
        case .id: entry?.id.setIfHigher(text, rank: rank)
        case .author: entry?.authors.add(Self.author(text), rank: rank)
        case .category: entry?.add(category: Self.strippingHTML(text))
        case .keywords:
            for word in text.split(separator: ",") { entry?.add(category: String(word.trimmingSpaces)) }
        case .comments:
            let page = address(text)
            entry?.comments.setIfHigher(page, rank: rank)
        case .commentCount: entry?.commentCount.setIfHigher(Self.count(UntrustedInteger(text)), rank: rank)
        case .commentFeed:
            let page = address(text)
            entry?.commentFeed.setIfNil(page)
        case .duration: entry?.seconds.setIfNil(DurationParser.seconds(text))
        case .language: entry?.language.setIfNil(LanguageTagNormalizer.normalized(text))
        case .picture: addPicture(Self.pictureAddress(in: text), isThumbnail: rank == 1)
        default: break
        }
    }

    /// Returns the address in the text, or in a `url` element, as in a channel's image.
    private static func pictureAddress(in html: String) -> String? {
        let url = html.firstRange(of: "<url>").map { html[$0.upperBound...] } ?? html[...]
        let address = url.prefix { $0 != "<" }.trimmingSpaces
        return address.contains(where: \.isWhitespace) ? nil : String(address)
    }

    private mutating func setLink(_ text: String, rank: Int) {
        let page = address(text)
        entry?.link.setIfHigher(page, rank: rank)
    }

    /// Sets the identifier, and the link if the guid is a permalink. A guid is one by default; as many are not, only
    /// URLs count.
    private mutating func setGUID(_ capture: FieldCapture, _ text: String) {
        entry?.id.setIfHigher(text, rank: capture.rank)
        let looksLikeAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        if entry?.isPermaLink == true, looksLikeAddress {
            let page = absolute(text)
            entry?.link.setIfHigher(page, rank: 1)
        } else {
            entry?.isPermaLink = false
        }
    }

    /// Returns the name of a person who is given as text instead of elements.
    func personText() -> String? {
        buffer.withUnsafeBufferPointer { FieldText.singleLine(FieldText.escapedCDATA($0) ?? $0) }
            .map { Self.author($0.text) }
    }

    private static func author(_ text: String) -> String {
        FeedPerson.name(in: strippingHTML(text))
    }

    private static func strippingHTML(_ text: String) -> String {
        text.mayBeMarkup ? PlainText.of(possiblyHTMLTitle: text) : text
    }

    // MARK: Texts

    /// Returns the field with white space collapsed; nil if empty.
    private mutating func collapsed() -> String? {
        buffer.withUnsafeBufferPointer { FieldText.singleLine($0)?.text }
    }

    /// Returns the field as plain text; nil if empty. Atom's literal titles are not parsed as HTML.
    private mutating func plainText(_ textType: FieldCapture.TextType) -> String? {
        if case .base64 = textType {
            return html(textType).map { PlainText.of(html: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let (text, mayBeMarkup) = buffer.withUnsafeBufferPointer(FieldText.singleLine) else { return nil }
        switch textType {
        case .text, .literal, .base64: return text
        case .title, .html, .xhtml:
            guard mayBeMarkup else { return text }
            let plain = PlainText.of(possiblyHTMLTitle: text)
            return plain.isEmpty ? nil : plain
        }
    }

    private mutating func html(_ textType: FieldCapture.TextType) -> String? {
        buffer.withUnsafeBufferPointer { bytes in
            guard let trimmed = FieldText.trimmed(bytes) else { return nil }
            switch textType {
            case .html: return PlainTextHTML.withLineEnds(FieldText.string(trimmed))
            case .text, .title, .xhtml: return FieldText.string(trimmed)
            case .literal: return PlainTextHTML.paragraphsOrLine(FieldText.string(trimmed))
            case .base64(let isHTML): return Self.base64Decoded(trimmed, isHTML: isHTML)
            }
        }
    }

    /// Sets `media:description` as the caption and, outside `media:content`, as the summary's fallback.
    private mutating func setMediaText(_ textType: FieldCapture.TextType) {
        if let text = plainText(.title) { setCaption(text) }
        guard media == nil, let html = html(textType) else { return }
        entry?.mediaText.setIfNil(html)
    }

    /// Returns decoded base64 as HTML; nil if the data is not text.
    private static func base64Decoded(_ bytes: UnsafeBufferPointer<UInt8>, isHTML: Bool?) -> String? {
        guard let unpacked = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters) else { return nil }
        let text = [UInt8](unpacked)
        guard !text.isEmpty, !text.contains(0) else { return nil }
        return text.withUnsafeBufferPointer { bytes in
            isHTML ?? PlainTextHTML.looksLikeHTML(bytes)
                ? FieldText.string(bytes) : PlainTextHTML.paragraphsOrLine(FieldText.string(bytes))
        }
    }

    // MARK: Addresses

    mutating func absolute(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if resolver.isExhausted { diagnostics.record(.addressesTooLong) }
        return resolver.absolute(text, base: linkBase)
    }

    mutating func setFeedLink(_ text: String, rank: Int) {
        let before = feed.link.rank
        feed.link.setIfHigher(FeedURLNormalizer.absolute(text, base: explicitBase ?? address), rank: rank)
        if feed.link.rank > before { declaredSite = feed.link.value.flatMap { WebAddress($0) } }
    }

    private mutating func address(_ text: String) -> String? {
        if let absolute = absolute(text) { return absolute }
        diagnostics.record(.invalidURL)
        return nil
    }
}
