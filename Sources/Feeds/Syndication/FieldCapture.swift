enum FieldTarget {
    // Fields of the feed.
    case feedTitle, feedLink, feedSubtitle, feedLanguage, feedAuthor, feedUpdated, feedID, feedIcon, feedImage
    case ttl, skipHour, skipDay, updatePeriod, updateFrequency, updateBase
    // Fields of a story.
    case title, link, guid, id, author, published, updated, created, dublinCoreDate, summary, content, category,
        comments
    case commentCount, commentFeed, originalLink, keywords, duration, language
    // Fields of an image or file.
    case caption, credit, mediaText, picture
    // Fields of a person.
    case personName, personEmail, personAddress
}

/// The conversion of an element's content to a field.
struct FieldCapture {
    enum TextType {
        /// Plain text; nested tags are dropped.
        case text
        /// Text that may be HTML, as RSS titles are.
        case title
        /// Escaped HTML; unescaped elements are serialised.
        case html
        /// Text to be escaped as HTML.
        case literal
        /// Nested elements without the outermost `div`.
        case xhtml
        /// Base64 (Atom 0.3 `mode="base64"`, media types of Atom 1.0); nil detects HTML.
        case base64(isHTML: Bool?)
    }

    var target: FieldTarget
    var textType = TextType.text
    var rank = 1
}

/// The type of Atom's text constructs (RFC 4287 §3.1 and §4.1.3, Atom 0.3 `mode`).
enum AtomTextType {
    static func textType(_ attributes: XMLAttributes) -> FieldCapture.TextType {
        if attributes.isEmpty { return .literal }
        if attributes.value("mode") == nil, attributes.equals("type", "html") { return .html }
        let type = attributes.trimmed("type")?.lowercased()
        let isHTML = type == "html" || type == "text/html" || type == "application/xhtml+xml"
        switch attributes.trimmed("mode")?.lowercased() {
        // The attribute `mode="escaped"` without a type means HTML: plain text needs no mode.
        case "escaped": return isHTML || type == nil ? .html : .literal
        case "base64": return .base64(isHTML: type == nil ? nil : isHTML)
        case "xml": return .xhtml
        default: break
        }
        switch type {
        case nil, "text", "": return .literal
        case "html", "text/html": return .html
        case "xhtml", "application/xhtml+xml": return .xhtml
        case .some(let type) where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .xhtml
        case .some(let type) where type.hasPrefix("text/"): return .literal
        case .some(let type) where type.contains("/"): return .base64(isHTML: nil)
        default: return .html
        }
    }
}
