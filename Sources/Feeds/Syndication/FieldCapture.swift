/// The field that an element's text fills.
enum FieldTarget {
    // of the feed
    case feedTitle, feedLink, feedSubtitle, feedLanguage, feedAuthor, feedUpdated, feedID, feedIcon, feedImage
    case ttl, skipHour, skipDay, updatePeriod, updateFrequency, updateBase
    // of a story
    case title, link, guid, id, author, published, updated, created, dublinCoreDate, summary, content, category,
        comments
    case commentCount, commentFeed, originalLink, keywords, duration, language
    // of an image or file
    case caption, credit, mediaText
    // of a person
    case personName, personEmail, personAddress
}

/// How an element's content becomes a field.
struct FieldCapture {
    /// The type of an element's content.
    enum TextType {
        /// Text; markup of nested elements is dropped, their text stays.
        case text
        /// Text that may be HTML, as RSS titles are.
        case title
        /// HTML that was escaped. Elements that were not escaped are written back as HTML.
        case html
        /// Literal text; it becomes HTML by escaping.
        case literal
        /// Nested elements, serialised back to HTML. The outermost `div` is dropped.
        case xhtml
        /// Text in base64 (Atom 0.3 `mode="base64"`, media types of Atom 1.0) of HTML or plain text; nil to detect
        /// which.
        case base64(isHTML: Bool?)
    }

    var target: FieldTarget
    var textType = TextType.text
    /// Among several elements for one field the highest rank wins; among equals the first.
    var rank = 1
}

/// Reads the content type of Atom's text constructs (RFC 4287 §3.1 and §4.1.3, Atom 0.3 `mode`).
enum AtomTextType {
    static func textType(_ attributes: XMLAttributes) -> FieldCapture.TextType {
        // The most frequent case.
        if attributes.isEmpty { return .literal }
        if attributes.value("mode") == nil, attributes.equals("type", "html") { return .html }
        let type = attributes.trimmed("type")?.lowercased()
        let isHTML = type == "html" || type == "text/html" || type == "application/xhtml+xml"
        switch attributes.trimmed("mode")?.lowercased() {
        case "escaped": return isHTML ? .html : .literal
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
