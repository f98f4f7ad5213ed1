import Markup

/// A remover of bylines that student papers put into the text ("Jane Doe, Staff Writer").
///
/// Unlike in the paper's own app, the job title must end a line and follow only a name, to spare stories about
/// reporters.
enum BylineStripper {
    private static let jobTitles = ["Staff Writer", "Staff Reporter", "Contributing Writer", "Reporter"]
    /// The maximum length of a byline in visible characters.
    private static let maxLength = 100
    private static let maxNameWords = 8

    /// Removes the byline; returns nil if there is none.
    static func stripped(from html: [UInt8]) -> (html: [UInt8], byline: String)? {
        let beginning = VisiblePrefix(html, limit: maxLength)
        for jobTitle in jobTitles {
            guard let found = beginning.text.firstRange(of: jobTitle), isName(beginning.text[..<found.lowerBound])
            else {
                continue
            }
            let end = beginning.text.distance(from: beginning.text.startIndex, to: found.upperBound)
            let rest = beginning.text[found.upperBound...]
            guard let length = separatorLength(rest) else { continue }
            let offset = beginning.sourceOffsets[min(end + length, beginning.sourceOffsets.count - 1)]
            return (Array(html[offset...]), String(beginning.text[..<found.upperBound]))
        }
        return nil
    }

    /// Returns the length of the separator after the byline; nil if the line continues.
    private static func separatorLength(_ rest: Substring) -> Int? {
        let spaces = rest.prefix { $0 == " " }
        guard let next = rest.dropFirst(spaces.count).first else { return rest.count }
        return "\n—–-:|/•".contains(next) ? spaces.count + 1 : nil
    }

    /// Returns true if the text consists of capitalized words and the particles that join them.
    private static func isName(_ text: Substring) -> Bool {
        let words = text.split { $0.isWhitespace || ",|—–-/&".contains($0) }
        guard words.count <= maxNameWords else { return false }
        // "The Reporter" and "A Staff Writer" contain no name, unless the job title has its own line.
        let isOwnLine = text.last { $0 != " " } == "\n"
        if !isOwnLine, let first = words.first, ["the", "a", "an"].contains(first.lowercased()) { return false }
        return words.allSatisfy { word in
            ["by", "and", "de", "van", "von", "der", "la"].contains(word.lowercased())
                || word.first?.isUppercase == true && !word.dropLast().contains { "!?:;".contains($0) }
        }
    }

    /// The visible beginning of HTML, with the source offset of each character's end.
    private struct VisiblePrefix {
        private(set) var text = ""
        /// The source offset after each number of characters; the last is the position where the source continues.
        private(set) var sourceOffsets: [Int] = [0]

        init(_ html: [UInt8], limit: Int) {
            var at = 0
            for tag in RawHTMLTag.all(in: html) {
                appendText(html[at..<tag.range.lowerBound], at)  // bounded: tags come in order
                if text.count > limit + 20 { return }
                at = tag.range.upperBound
                if Self.endsLine(tag), !text.isEmpty, text.last != "\n" { append("\n", at) }
            }
            appendText(html[at...], at)
        }

        private mutating func appendText(_ bytes: ArraySlice<UInt8>, _ start: Int) {
            var at = start
            for character in String(decoding: bytes, as: UTF8.self).prefix(200) {
                at += character.utf8.count
                let isSpace = character.isWhitespace && !character.isNewline
                if character.isWhitespace, text.isEmpty { continue }
                if character.isNewline {
                    if text.last != "\n" { append("\n", at) }
                } else if !isSpace || text.last != " " {
                    append(isSpace ? " " : character, at)
                }
            }
        }

        private mutating func append(_ character: Character, _ offset: Int) {
            text.append(character)
            sourceOffsets.append(offset)
        }

        private static func endsLine(_ tag: RawHTMLTag) -> Bool {
            ["p", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"].contains(tag.name)
        }
    }
}
