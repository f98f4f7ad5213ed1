/// Where the text of an element goes once it is complete.
enum FieldTarget {
    // the feed
    case feedTitle, feedLink, feedSubtitle, feedLanguage, feedAuthor, feedUpdated, feedID, feedIcon, feedImage
    case ttl, skipHour, skipDay, updatePeriod, updateFrequency, updateBase
    // a story
    case title, link, guid, id, author, published, updated, created, dublinCoreDate, summary, content, category,
        comments
    case commentCount, commentFeed, originalLink, keywords, duration, language
    // a picture or a file of it
    case caption, credit, mediaText
    // a person
    case personName, personEmail, personAddress
}

/// How an element's content becomes a field.
struct FieldCapture {
    /// What the element holds.
    enum TextType {
        /// Text; elements inside it are dropped, their text stays.
        case text
        /// Text that may be HTML, as RSS titles are.
        case title
        /// HTML that was escaped. Elements that were not escaped are written back as HTML.
        case html
        /// Text that is to be shown as it stands; it becomes HTML by escaping.
        case literal
        /// Elements that are the content themselves; they are written back as HTML. The outermost `div` is the envelope.
        case xhtml
        /// Text in base64 (Atom 0.3 `mode="base64"`, media types of Atom 1.0) that unpacks to HTML or to plain text; nil when
        /// only its looks can tell.
        case base64(isHTML: Bool?)
    }

    var target: FieldTarget
    var textType = TextType.text
    /// Among several elements for one field the highest wins; the first of equals.
    var rank = 1
}

/// How Atom's text constructs say what they hold (RFC 4287 §3.1 and §4.1.3, Atom 0.3 `mode`).
enum AtomTextType {
    static func textType(_ attributes: XMLAttributes) -> FieldCapture.TextType {
        // Nearly all of them.
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
