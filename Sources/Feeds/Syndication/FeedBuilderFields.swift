import Foundation
import Markup
import Untrusted

/// What becomes of a field once its element has ended.
extension FeedBuilder {
    /// Puts the text in the buffer where it belongs.
    mutating func fill(_ capture: FieldCapture) {
        switch capture.target {
        case .published, .updated, .created, .dated, .feedUpdated, .updateBase: fillDate(capture)
        case .summary, .content: fillHTML(capture)
        case .mediaText: fillMediaText(capture.form)
        case .title, .feedTitle, .feedSubtitle, .caption, .credit:
            if let text = plainText(capture.form) { fillPlain(capture, text) }
        default:
            if let text = collapsed() { fillText(capture, text) }
        }
    }

    // MARK: kinds of fields

    private mutating func fillDate(_ capture: FieldCapture) {
        guard let date = buffer.withUnsafeBufferPointer(FeedDate.parse) else {
            if !buffer.allSatisfy({ $0.isSpace }) { complaints.note(.badDate) }
            return
        }
        switch capture.target {
        case .published, .created: entry?.published.replace(date, rank: capture.rank)
        case .updated: entry?.updated.replace(date, rank: capture.rank)
        case .dated:
            // Dublin Core does not say which event of a story's life it means.
            entry?.published.replace(date, rank: capture.rank)
            entry?.updated.replace(date, rank: 1)
        case .updateBase: feed.updateBase = date
        default: feed.updated.replace(date, rank: capture.rank)
        }
    }

    private mutating func fillHTML(_ capture: FieldCapture) {
        guard let html = html(capture.form) else { return }
        let field = (html: html, base: statedBase)
        if capture.target == .summary {
            entry?.summary.offer(field, rank: capture.rank)
        } else {
            entry?.content.offer(field, rank: capture.rank)
        }
    }

    private mutating func fillPlain(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .title: entry?.title.offer(text, rank: capture.rank)
        case .feedTitle: feed.title.offer(text, rank: capture.rank)
        case .feedSubtitle: feed.subtitle.offer(text, rank: capture.rank)
        case .caption: fillCaption(text)
        default: fillCredit(text)
        }
    }

    private mutating func fillText(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .feedLink, .feedLanguage, .feedAuthor, .feedID, .feedIcon, .feedImage: fillFeed(capture, text)
        case .ttl: feed.take(ttl: text)
        case .skipHour: feed.skip(hour: text)
        case .skipDay: feed.skip(day: text)
        case .updatePeriod: feed.take(period: text)
        case .updateFrequency: feed.frequency = UntrustedInteger(text)?.int(clampedTo: 1...86_400)
        case .personName: person?.name = Self.plain(text)
        case .personEmail: person?.email = text
        case .personAddress: person?.address = text
        default: fillEntry(capture, text)
        }
    }

    private mutating func fillFeed(_ capture: FieldCapture, _ text: String) {
        switch capture.target {
        case .feedLink: offer(feedLink: text, rank: capture.rank)
        case .feedLanguage: feed.language.offer(LanguageTag.normal(text), rank: capture.rank)
        case .feedAuthor: feed.authors.add(PlainText.of(possiblyHTMLTitle: Person.name(in: text)), rank: capture.rank)
        case .feedID: feed.id.take(text)
        case .feedIcon: feed.icon.offer(absolute(text), rank: capture.rank)
        default: feed.image.offer(absolute(text), rank: capture.rank)
        }
    }

    private mutating func fillEntry(_ capture: FieldCapture, _ text: String) {
        let rank = capture.rank
        switch capture.target {
        case .link: take(link: text, rank: rank)
        case .originalLink: take(link: text, rank: 6)
        case .guid: fillGUID(capture, text)
        case .id: entry?.id.offer(text, rank: rank)
        case .author: entry?.authors.add(Self.author(text), rank: rank)
        case .category: entry?.add(category: Self.plain(text))
        case .keywords:
            for word in text.split(separator: ",") { entry?.add(category: String(word.trimmingSpaces)) }
        case .comments:
            let page = address(text)
            entry?.comments.offer(page, rank: rank)
        case .commentCount: entry?.commentCount.offer(Self.count(UntrustedInteger(text)), rank: rank)
        case .commentFeed:
            let page = address(text)
            entry?.commentFeed.take(page)
        case .duration: entry?.seconds.take(PlayingTime.seconds(text))
        case .language: entry?.language.take(LanguageTag.normal(text))
        default: break
        }
    }

    private mutating func take(link text: String, rank: Int) {
        let page = address(text)
        entry?.link.offer(page, rank: rank)
    }

    /// A guid is the story's address too unless it says otherwise; many say nothing and are none, so only those that
    /// look like one count.
    private mutating func fillGUID(_ capture: FieldCapture, _ text: String) {
        entry?.id.offer(text, rank: capture.rank)
        let looksLikeAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        if entry?.isPermaLink == true, looksLikeAddress {
            let page = absolute(text)
            entry?.link.offer(page, rank: 1)
        } else {
            entry?.isPermaLink = false
        }
    }

    private static func author(_ text: String) -> String {
        plain(Person.name(in: text))
    }

    /// Plain text of what may be HTML; what cannot be is not asked.
    private static func plain(_ text: String) -> String {
        text.mayBeMarkup ? PlainText.of(possiblyHTMLTitle: text) : text
    }

    // MARK: texts

    /// White space collapsed; nil when there is none.
    private mutating func collapsed() -> String? {
        buffer.withUnsafeBufferPointer { FieldText.line($0)?.text }
    }

    /// Plain text of a title. Only what may be HTML is read as HTML: Atom's literal titles keep their brackets.
    private mutating func plainText(_ form: FieldCapture.Form) -> String? {
        if case .base64 = form {
            return html(form).map { PlainText.of(html: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let (text, mayBeMarkup) = buffer.withUnsafeBufferPointer(FieldText.line) else { return nil }
        switch form {
        case .text, .literal, .base64: return text
        case .title, .html, .xhtml:
            guard mayBeMarkup else { return text }
            let plain = PlainText.of(possiblyHTMLTitle: text)
            return plain.isEmpty ? nil : plain
        }
    }

    /// HTML of a summary or content.
    private mutating func html(_ form: FieldCapture.Form) -> String? {
        buffer.withUnsafeBufferPointer { bytes in
            guard let trimmed = FieldText.trimmed(bytes) else { return nil }
            switch form {
            case .text, .title, .html, .xhtml: return FieldText.string(trimmed)
            case .literal: return TextMarkup.escaped(trimmed)
            case .base64(let isHTML): return Self.unpacked(trimmed, isHTML: isHTML)
            }
        }
    }

    /// `media:description`: the caption of what it stands in, and, outside a `media:content`, what the story says if it
    /// says nothing else.
    private mutating func fillMediaText(_ form: FieldCapture.Form) {
        if let text = plainText(.title) { fillCaption(text) }
        guard picture == nil, let html = html(form) else { return }
        let isLines = if case .literal = form { html.utf8.contains(0x0A) } else { false }
        let lines = isLines ? buffer.withUnsafeBufferPointer(FieldText.string) : ""
        entry?.mediaText.take(isLines ? TextMarkup.paragraphs(lines) : html)
    }

    /// What base64 holds; nil when it is no text.
    private static func unpacked(_ bytes: UnsafeBufferPointer<UInt8>, isHTML: Bool?) -> String? {
        guard let unpacked = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters) else { return nil }
        let text = [UInt8](unpacked)
        guard !text.isEmpty, !text.contains(0) else { return nil }
        return text.withUnsafeBufferPointer { bytes in
            isHTML ?? TextMarkup.looksLikeHTML(bytes) ? FieldText.string(bytes) : TextMarkup.escaped(bytes)
        }
    }

    // MARK: addresses

    /// The absolute form of an address in this place, or nil.
    mutating func absolute(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return AddressText.isNormal(text) ? text : WebAddress(text, base: linkBase)?.text
    }

    /// Takes an address for the feed's own page.
    mutating func offer(feedLink text: String, rank: Int) {
        let before = feed.link.rank
        feed.link.offer(AddressText.absolute(text, base: statedBase ?? address), rank: rank)
        if feed.link.rank > before { knownSite = feed.link.value.flatMap { WebAddress($0) } }
    }

    /// The same with a complaint when it is none of the web's.
    private mutating func address(_ text: String) -> String? {
        if let absolute = absolute(text) { return absolute }
        complaints.note(.badAddress)
        return nil
    }
}
