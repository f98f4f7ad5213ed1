import News
import Untrusted

/// An id of a story in the Google Reader interface.
enum ItemID {
    private static let longPrefix = "tag:google.com,2005:reader/item/"

    /// Returns the long form, with 16 hexadecimal digits.
    static func long(_ story: StoryID) -> String {
        let digits = String(UInt64(bitPattern: story.rawValue), radix: 16)
        return longPrefix + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// Reads an id in any form that programs send: the long one, whose digits may lack their zeros (NetNewsWire before
    /// 7.1.3); 16 bare hexadecimal digits (Reeder); a decimal number, which may have a sign (Liferea). As in FreshRSS, an id
    /// of hexadecimal digits is decimal unless it begins with 0 or has a letter.
    static func story(_ text: String) -> StoryID? {
        var text = text[...]
        let isLong = text.hasPrefix(longPrefix)
        if isLong { text = text.dropFirst(longPrefix.count) }
        guard (1...20).contains(text.utf8.count) else { return nil }
        let isHex = isLong || text.utf8.count == 16 || text.hasPrefix("0") || text.utf8.contains { ASCII.isLetter($0) }
        let number = isHex ? UntrustedInteger(digits: text, radix: 16) : UntrustedInteger(text)
        return number?.id.flatMap { $0 > 0 ? StoryID(rawValue: $0) : nil }
    }
}
