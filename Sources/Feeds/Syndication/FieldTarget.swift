/// Where the text of an element goes once it is complete.
enum FieldTarget {
    // the feed
    case feedTitle, feedLink, feedSubtitle, feedLanguage, feedAuthor, feedUpdated, feedID, feedIcon, feedImage
    case ttl, skipHour, skipDay, updatePeriod, updateFrequency, updateBase
    // a story
    case title, link, guid, id, author, published, updated, created, dated, summary, content, category, comments
    case commentCount, commentFeed, originalLink, keywords, duration, language
    // a picture or a file of it
    case caption, credit, mediaText
    // a person
    case personName, personEmail, personAddress
}

/// How an element's content becomes a field.
struct FieldCapture {
    /// What the element holds.
    enum Form {
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
    var form = Form.text
    /// Among several elements for one field the highest wins; the first of equals.
    var rank = 1
}
