import Foundation
import Library
import Markup
import News
import URLs

/// A renderer of stories as text. It scans the sanitiser's normal form: tags closed, attributes quoted.
struct StoryPrinter {
    let width: Int

    func text(of details: StoryDetails) -> TerminalText {
        let row = details.row
        var out = TerminalStyle.bold("\(row.title)").lines(width: width).joined(separator: "\n") + "\n"
        let byline = row.byline == row.channelTitle ? nil : row.byline
        let by = [byline, row.channelTitle, TerminalTimeFormatter().relative(row.shownAt)].compactMap { $0 }
        out += dimLines("\(by.joined(separator: " · "))")
        if !details.duplicates.isEmpty {
            out += dimLines("Also in \(details.duplicates.map(\.channelTitle).joined(separator: ", "))")
        }
        var body = BodyRenderer(printer: self)
        body.render(details.body)
        out += "\n" + body.blocks.joined(separator: "\n\n") + "\n"
        for enclosure in details.enclosures where enclosure.isAudio || enclosure.isVideo {
            out += "\n\(enclosure.isAudio ? "Audio" : "Video"): \(enclosure.address.displayText)\n"
        }
        if !body.links.isEmpty {
            out +=
                "\n"
                + body.links.enumerated().map { TerminalStyle.dim("[\($0.offset + 1)] \($0.element)") as TerminalText }
                .joined(
                    separator: "\n")
                + "\n"
        }
        if let link = row.link { out += "\n\(TerminalStyle.dim("\(link.displayText)"))" }
        return out
    }

    private func dimLines(_ text: TerminalText) -> TerminalText {
        text.lines(width: width).map(TerminalStyle.dim).joined(separator: "\n") + "\n"
    }

    /// Returns the paragraphs of a text, without its links' addresses.
    func text(of html: SafeHTML, indent: String) -> TerminalText {
        var body = BodyRenderer(printer: self, indent: indent)
        body.render(html)
        return body.blocks.joined(separator: "\n\n")
    }

    private struct BodyRenderer {
        let printer: StoryPrinter
        var blocks: [TerminalText] = []
        var links: [String] = []
        private var pendingText = ""
        private var indents: [String] = []
        private var bullet: String?
        private var counters: [Int] = []
        private var isVerbatim = false
        private var isHeading = false
        private var hrefs: [String] = []

        init(printer: StoryPrinter, indent: String = "") {
            self.printer = printer
            indents = indent.isEmpty ? [] : [indent]
        }

        mutating func render(_ html: SafeHTML) {
            var rest = html.text[...]
            while let open = rest.firstIndex(of: "<") {
                pendingText += Self.unescaped(rest[..<open])
                guard let close = rest[open...].firstIndex(of: ">") else { break }
                tag(rest[rest.index(after: open)..<close])  // bounded: `>` stands behind `<`
                rest = rest[rest.index(after: close)...]
            }
            pendingText += Self.unescaped(rest)
            flush()
        }

        private mutating func tag(_ tag: Substring) {
            let isEnd = tag.hasPrefix("/")
            let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }
            switch name {
            case "p", "div", "figure", "table", "section", "dl", "dt", "dd", "details", "summary", "hr": flush()
            case "figcaption": flush()
            case "h1", "h2", "h3", "h4", "h5", "h6":
                flush()
                isHeading = !isEnd
            case "br": pendingText += isVerbatim ? "\n" : " "
            case "ul", "ol":
                flush()
                if isEnd { _ = counters.popLast() } else { counters.append(name == "ol" ? 1 : 0) }
            case "li": item(isEnd)
            case "blockquote": indent(isEnd, "│ ")
            case "pre":
                flush()
                isVerbatim = !isEnd
            case "tr": flush()
            case "td", "th": if isEnd { pendingText += "  " }
            case "img": picture(tag)
            case "a": link(tag, isEnd)
            default: break
            }
        }

        private mutating func item(_ isEnd: Bool) {
            flush()
            guard !isEnd else { return indent(true, "") }
            let number = counters.last ?? 0
            bullet = number > 0 ? "\(number). " : "• "
            if number > 0 { counters[counters.count - 1] += 1 }
            indent(false, String(repeating: " ", count: ("\(bullet ?? "")" as TerminalText).columns), keepsBullet: true)
        }

        private mutating func indent(_ isEnd: Bool, _ text: String, keepsBullet: Bool = false) {
            if !keepsBullet { flush() }
            if isEnd { _ = indents.popLast() } else { indents.append(text) }
        }

        private mutating func picture(_ tag: Substring) {
            guard let alt = Self.attribute("alt", tag), !alt.isEmpty else { return }
            pendingText += " [Picture: \(alt)] "
        }

        private mutating func link(_ tag: Substring, _ isEnd: Bool) {
            guard isEnd else { return hrefs.append(Self.attribute("href", tag) ?? "") }
            guard let href = hrefs.popLast(), href.hasPrefix("http") else { return }
            links.append(WebAddress(href)?.displayText ?? PrintableText.line(href))
            pendingText += "[\(links.count)]"
        }

        private mutating func flush() {
            let text = PrintableText.lines(pendingText)
            pendingText = ""
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            let indent = indents.joined()
            let first = bullet.map { "\(indents.dropLast().joined())\($0)" as TerminalText }
            bullet = nil
            let lines: [TerminalText] =
                isVerbatim
                ? text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(indent)    \($0)" }
                : ("\(text)" as TerminalText).lines(width: printer.width, first: first, indent: "\(indent)")
            blocks.append(lines.map { isHeading ? TerminalStyle.bold($0) : $0 }.joined(separator: "\n"))
        }

        private static func attribute(_ name: String, _ tag: Substring) -> String? {
            guard let start = tag.range(of: " \(name)=\"") else { return nil }
            return unescaped(tag[start.upperBound...].prefix { $0 != "\"" })
        }

        private static func unescaped(_ text: Substring) -> String {
            guard text.contains("&") else { return String(text) }
            return text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
                .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
                .replacingOccurrences(of: "&nbsp;", with: "\u{A0}").replacingOccurrences(of: "&amp;", with: "&")
        }
    }
}
