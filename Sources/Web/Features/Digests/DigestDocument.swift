import Foundation
import Library
import Markup
import News
import URLs

/// An issue of the digest outside the app: as a document for mail programs and feed readers, and as plain text.
struct DigestDocument {
    let issue: DigestIssue
    /// The title of the edition.
    let edition: String
    /// The origin of this server.
    let origin: String

    private var content: DigestContent { issue.content }
    private var time: TimeFormatter { TimeFormatter(zone: issue.zone, now: issue.periodEndAt) }
    /// The path of the issue inside the app.
    var path: String { Route.digest(issue.slug).path(in: issue.edition) }
    var title: String { Strings.digestTitle(issue, time) }
    private var head: String { Strings.digestHead(issue, of: edition) }
    private var size: String { Strings.digestSize(topics: content.topics.count, words: content.wordCount) }
    /// True if the server can be reached from elsewhere, so that links lead to it.
    private var isReachable: Bool { origin.hasPrefix("https://") }

    /// Returns the address of a story: its page here, or at its publisher where this server may be out of reach.
    private func address(of story: DigestTopic) -> String {
        let here = origin + Route.story(story.story, in: nil).path(in: issue.edition)
        return isReachable ? here : story.link.flatMap { WebAddress($0)?.text } ?? here
    }

    private func voices(of topic: DigestTopic) -> String {
        topic.others.isEmpty ? topic.publisher : "\(topic.publisher). \(Strings.alsoAt(topic.others))."
    }

    // MARK: A document

    /// Returns the document for mail programs. Its few styles stand in the elements, as many programs drop others.
    func mail(titled title: String) -> String {
        var w = HTMLWriter()
        w.doctype()
        w.element(.html, [.lang("en")]) { w in
            w.element(.head) { w in
                w.void(.meta, [.attribute("charset", "utf-8")])
                w.void(.meta, [.name("viewport"), .content("width=device-width,initial-scale=1")])
                w.void(.meta, [.name("color-scheme"), .content("light dark")])
                w.element(.title, text: title)
            }
            w.element(.body, [.attribute("style", "margin:0;padding:16px")]) { w in
                w.element(
                    .div,
                    [.attribute("style", "max-width:600px;margin:0 auto;font:17px/1.5 Georgia,'Times New Roman',serif")]
                ) { w in
                    w.element(.p, [.attribute("style", "margin:0;font-size:14px")], text: "\(head) · \(size)")
                    w.element(
                        .h1, [.attribute("style", "margin:4px 0 20px;font-size:30px;line-height:1.15")],
                        text: self.title)
                    writeBody(&w)
                    w.element(.p, [.attribute("style", "margin:24px 0")]) { w in
                        w.element(.a, [.href(origin + path)], text: Strings.readInTidings)
                    }
                }
            }
        }
        return String(decoding: w.bytes, as: UTF8.self)
    }

    /// Returns the content of a feed's entry.
    var entry: String {
        var w = HTMLWriter()
        writeBody(&w)
        return String(decoding: w.bytes, as: UTF8.self)
    }

    private func writeBody(_ w: inout HTMLWriter) {
        if content.isEmpty { w.element(.p, text: Strings.digestEmpty) }
        for topic in content.topics {
            let direction = topic.direction == .rtl ? "rtl" : nil
            w.element(.div, [.lang(topic.language), .dir(direction)]) { w in
                w.element(.h2, [.attribute("style", "margin:24px 0 4px;font-size:21px;line-height:1.25")]) { w in
                    w.element(.a, [.href(address(of: topic))], text: topic.title)
                }
                if !topic.text.isEmpty {
                    w.element(.p, [.attribute("style", "margin:0 0 4px")], text: topic.text)
                }
                w.element(
                    .p, [.attribute("style", "margin:0;font-size:14px"), .lang("en"), .dir("ltr")],
                    text: voices(of: topic))
            }
        }
        for section in content.sections {
            w.element(
                .h3, [.attribute("style", "margin:28px 0 4px;font-size:16px")],
                text: "\(Strings.digestAlsoIn(section.title))")
            w.element(.ul, [.attribute("style", "margin:0;padding:0 0 0 20px")]) { w in
                for story in section.stories {
                    w.element(.li, [.dir("auto")]) { w in
                        w.element(.a, [.href(address(of: story))], text: story.title)
                        w.text(" (\(story.publisher))")
                    }
                }
            }
        }
        w.element(.p, [.attribute("style", "margin:28px 0 0;font-style:italic")], text: end)
    }

    private var end: String {
        [Strings.thatWasTheDay, Strings.leftOut(content.leftOutCount)].compactMap(\.self).joined(separator: " ")
    }

    // MARK: Plain text

    /// The issue as plain text with lines of at most 72 columns, but for addresses.
    var text: String {
        var lines = PlainTextLines()
        lines.add(title)
        lines.add("\(head) · \(size)")
        if content.isEmpty {
            lines.addBlank()
            lines.add(Strings.digestEmpty)
        }
        for (index, topic) in content.topics.enumerated() {
            lines.addBlank()
            let mark = "\(index + 1). "
            lines.add(topic.title, after: mark)
            for part in [topic.text, voices(of: topic)] { lines.add(part, indent: mark.count) }
            lines.addWhole(address(of: topic), indent: mark.count)
        }
        for section in content.sections {
            lines.addBlank()
            lines.add(Strings.digestAlsoIn(section.title))
            for story in section.stories { lines.add("\(story.title) (\(story.publisher))", after: "- ") }
        }
        lines.addBlank()
        lines.add(end)
        return lines.text
    }
}

/// Lines of plain text that are broken between words, or between the characters of scripts without spaces.
struct PlainTextLines {
    private var lines: [String] = []

    private static let width = 72

    var text: String { lines.joined(separator: "\n") }

    mutating func addBlank() { lines.append("") }

    /// Adds a line as it is, such as an address, which must not be broken.
    mutating func addWhole(_ line: String, indent: Int) {
        lines.append(String(repeating: " ", count: max(0, indent)) + line)
    }

    /// Adds a paragraph; nothing if it is empty.
    /// - Parameter mark: stands before the first line; the others begin below its end.
    mutating func add(_ paragraph: String, after mark: String = "", indent: Int = 0) {
        let margin = String(repeating: " ", count: max(indent, mark.count))
        var (line, used, isFirst) = (mark.isEmpty ? margin : mark, max(indent, mark.count), true)
        func width(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + Self.columns($1) } }
        for word in paragraph.split(whereSeparator: \.isWhitespace) {
            let needed = width(word) + (isFirst ? 0 : 1)
            if !isFirst, used + needed > Self.width {
                lines.append(line)
                (line, used, isFirst) = (margin, margin.count, true)
            }
            if !isFirst {
                line += " "
                used += 1
            }
            isFirst = false
            for character in word {
                let columns = width(String(character))
                if used + columns > Self.width {
                    lines.append(line)
                    (line, used) = (margin, margin.count)
                }
                line.append(character)
                used += columns
            }
        }
        if !isFirst { lines.append(line) }
    }

    /// Returns 2 for the wide characters of East Asian scripts and for emoji.
    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
