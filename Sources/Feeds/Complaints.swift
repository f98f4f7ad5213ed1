/// What was wrong with a document: each kind of mistake once, in the order found, with how often it occurred.
struct Complaints {
    private var found: [(sentence: String, count: Int)] = []

    /// Notes a mistake. The same sentence again only counts; after forty different ones no more are kept.
    mutating func note(_ sentence: @autoclosure () -> String) {
        let sentence = sentence()
        if let index = found.firstIndex(where: { $0.sentence == sentence }) {
            found[index].count += 1
        } else if found.count < 40 {
            found.append((sentence, 1))
        }
    }

    /// Notes a mistake whose words are fixed.
    mutating func note(_ complaint: Complaint) {
        note(complaint.rawValue)
    }

    /// One sentence each.
    var sentences: [String] {
        found.map { $0.count == 1 ? $0.sentence : "\($0.sentence) (\($0.count) times)" }
    }
}

/// The mistakes that occur often enough to have fixed words.
enum Complaint: String {
    case strayAmpersand = "An ampersand begins no entity; it was read as it stands."
    case unknownEntity = "An entity is not known; it was left as it stands."
    case entityTooLarge = "Entities stand for more text than is reasonable; they were left as they stand."
    case badCharacter = "A character reference names no character; it was dropped."
    case strayBracket = "A < begins no element; it was read as it stands."
    case strayEnd = "An element is closed that was never opened."
    case unclosed = "An element is not closed; it was closed where its parent ends."
    case truncated = "The document ends before it is finished; what could be read is here."
    case tooDeep = "Elements are nested too deep; the inner ones were passed over."
    case tooManyAttributes = "An element has too many attributes; the rest was passed over."
    case badTag = "A tag is not written as XML demands; it was read as it was meant."
    case leadingJunk = "There is text before the document begins; it was passed over."
    case trailingJunk = "There is more after the document's end; it was read as part of it."
    case controls = "There are control characters that XML does not allow; they were dropped."
    case badBytes = "There are bytes that are no text in the document's encoding; they were replaced."
    case badDate = "A date names no instant; it was passed over."
    case badAddress = "An address is none of the web's; it was passed over."
    case fieldTooLong = "A field is longer than is reasonable; its end was dropped."
    case tooManyEntries = "There are more stories than is reasonable; the rest was passed over."
    case unfinishedSection = "A CDATA section is not finished."
}
