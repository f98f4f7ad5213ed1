import Foundation
import Markup
import TestSupport
import Testing

@testable import Web

/// A page, or a part of one, as its reader meets it: headings, links, buttons, fields, text. Tests that ask for these
/// do not break with markup that they do not mean, and do not pass with markup in the wrong place.
///
/// The parser leaves out scripts, style sheets, templates and SVG; tests of these read the bytes.
struct ShownPage: Sendable {
    private let element: HTMLElement

    private init(_ element: HTMLElement) { self.element = element }

    /// Parses a page or a fragment.
    init(_ html: String) {
        var html = html
        for (name, standIn) in Self.standIns {
            html = html.replacingOccurrences(of: "<\(name)", with: "<\(standIn)")
                .replacingOccurrences(of: "</\(name)>", with: "</\(standIn)>")
        }
        element = HTMLDocument(html).root
    }

    /// The names under which elements are parsed that `HTMLParser` omits. Pages escape every other `<`.
    private static let standIns = [("textarea", "output"), ("select", "multicol")]

    // MARK: Any part

    /// Returns the matching parts in document order, for a selector that `ElementSelector` supports.
    func parts(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> [ShownPage] {
        guard let parsed = Self.parsed(selector) else {
            Issue.record("unsupported selector: \(selector)", sourceLocation: sourceLocation)
            return []
        }
        return element.all(parsed).map { ShownPage($0) }
    }

    /// Parses a selector; nil if it is unsupported or names the root, or an element that the parser omits or does not
    /// know.
    private static func parsed(_ selector: String) -> ElementSelector? {
        let missing = /(?:^|[\s,>])(?:html|script|style|svg|use|template|picture|dialog|search)(?![\w\-])/
        guard selector.firstMatch(of: missing) == nil, !selector.contains("]:") else { return nil }
        guard selector.contains("[") || !selector.contains(":") else { return nil }
        let textareas = selector.replacing(/(^|[\s,>])textarea(?![\w\-])/) { "\($0.output.1)output" }
        return ElementSelector(textareas.replacing(/(^|[\s,>])select(?![\w\-])/) { "\($0.output.1)multicol" })
    }

    /// Returns the first matching part.
    /// - Throws: `MissingValue` if there is none.
    func part(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ShownPage {
        guard let part = parts(selector, sourceLocation: sourceLocation).first else {
            throw MissingValue(what: selector)
        }
        return part
    }

    /// Returns true if any part matches.
    func has(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        !parts(selector, sourceLocation: sourceLocation).isEmpty
    }

    /// Returns the text of each matching part.
    func texts(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        parts(selector, sourceLocation: sourceLocation).map(\.text)
    }

    /// Returns the value of an attribute, empty for one without a value; nil if it is missing.
    subscript(attribute: String) -> String? { element[attribute] }

    /// Returns true if `class` contains the word.
    func hasClass(_ word: String) -> Bool { element.hasClass(word) }

    /// The text with white space collapsed and one space between blocks; a page's is its body's.
    var text: String {
        let shown = Self.parsed("body").flatMap { element.first($0) } ?? element
        guard has(".when-on, .when-off") else { return shown.text }
        return HTMLDocument(shown.innerHTML { ShownPage($0).isOtherFace }).root.text
    }

    /// True for the face of a mark button's other state, which the style sheet hides (`MarkForm`).
    private var isOtherFace: Bool {
        guard hasClass("when-on") || hasClass("when-off") else { return false }
        var outer = element.parent
        while let here = outer, here.name != "form" { outer = here.parent }
        return hasClass(outer?["data-on"] == nil ? "when-on" : "when-off")
    }

    /// The text without that of the elements within.
    var ownText: String { ShownPage(element.innerHTML { _ in true }).text }

    /// Returns true if the words are the whole text, the spoken name or, without a text, the title.
    func isNamed(_ words: String) -> Bool {
        let text = text
        return [text, element["aria-label"], text.isEmpty ? element["title"] : nil].contains(words)
    }

    /// The address that a link, a form or an image names.
    var path: String? { element["href"] ?? element["action"] ?? element["src"] }

    // MARK: The page

    /// The title of the document.
    var title: String? { texts("title").first }

    /// Returns a `data-` attribute of the whole page, which stands on `html` or `body`.
    func state(_ name: String) -> String? { element["data-\(name)"] ?? parts("body").first?["data-\(name)"] }

    /// Returns the texts of the headings, of one level or of all.
    func headings(_ level: Int? = nil) -> [String] { texts(level.map { "h\($0)" } ?? "h1, h2, h3, h4, h5, h6") }

    /// The texts of the alerts.
    var alerts: [String] { texts("[role=alert]") }

    /// The texts of the status notes.
    var notes: [String] { texts("[role=status]") }

    /// The ticket of the action that the page offers to undo.
    var undoTicket: String? { parts("[data-undo-id]").first?["data-undo-id"] }

    /// The images.
    var images: [ShownPage] { parts("img") }

    /// The descriptions of the terms in `dl`, by term.
    var terms: [String: String] {
        let pairs = parts("dt").compactMap { term in term.element.next.map { (term.text, $0.text) } }
        return Dictionary(pairs) { first, _ in first }
    }

    // MARK: Stories

    /// The stories of a list, or the story of a page.
    var rows: [ShownPage] { parts("article") }

    /// The titles of the stories, without "Unread: ", rank and host.
    var storyTitles: [String] { rows.compactMap(\.storyTitle) }

    private var storyTitle: String? {
        guard let heading = parts("h1, h2, h3").first else { return nil }
        // A search marks its hits within the title.
        return ShownPage(heading.element.innerHTML { $0.name != "mark" }).text
    }

    /// Returns the story with that title.
    /// - Throws: `MissingValue` if there is none.
    func row(_ title: String) throws -> ShownPage {
        guard let row = rows.first(where: { $0.storyTitle == title }) else { throw MissingValue(what: title) }
        return row
    }

    // MARK: Links and buttons

    /// The links.
    var links: [ShownPage] { parts("a[href]") }

    /// Returns the first link with that name.
    func link(_ name: String) -> ShownPage? { links.first { $0.isNamed(name) } }

    /// Returns true if there is a link with that name (nil for any) to that address (nil for any).
    func hasLink(_ name: String? = nil, to path: String? = nil) -> Bool {
        links.contains { link in (name.map { link.isNamed($0) } ?? true) && (path == nil || link.path == path) }
    }

    /// The buttons.
    var buttons: [ShownPage] { parts("button") }

    /// Returns the first button with that name.
    func button(_ name: String) -> ShownPage? { buttons.first { $0.isNamed(name) } }

    /// Returns true if there is a button with that name.
    func hasButton(_ name: String) -> Bool { button(name) != nil }

    // MARK: Forms

    /// The forms.
    var forms: [ShownPage] { parts("form") }

    /// Returns the first form of that action, given as its name (`unfollow`) or its whole address.
    func form(_ action: String) -> ShownPage? {
        forms.first { $0["data-action"] == action || $0.path == action }
    }

    /// The values that the form would send, by field, without those of buttons; a comma joins values of one name.
    var fields: [String: String] { Dictionary(sentFields) { "\($0),\($1)" } }

    private var sentFields: [(String, String)] {
        parts("input[name], textarea[name], select[name]").compactMap { field in
            field.fieldValue.map { (field["name"] ?? "", $0) }
        }
    }

    /// Returns the body that the form sends when a button is pressed, if that has a name.
    func formBody(pressing button: ShownPage? = nil) -> String {
        let pressed = button.flatMap { button in button["name"].map { [($0, button["value"] ?? "")] } } ?? []
        return (sentFields + pressed).map { "\($0.0)=\(QueryParameters.encoded($0.1))" }.joined(separator: "&")
    }

    /// The value of a field; nil for one that is not sent.
    var fieldValue: String? {
        switch (element.name, element["type"] ?? "") {
        case ("input", "checkbox"), ("input", "radio"): element["checked"] == nil ? nil : (element["value"] ?? "on")
        case ("input", "submit"), ("input", "file"): nil
        case ("input", _): element["value"] ?? ""
        case ("multicol", _):
            (parts("option[selected]").first ?? parts("option").first).map { $0["value"] ?? $0.text }
        default: Self.typed(element.innerHTML)
        }
    }

    /// Returns the text of a text area, with its line breaks but the one after the start tag (HTML §13.2.6.4.7).
    private static func typed(_ markup: String) -> String {
        let text = markup.hasPrefix("\n") ? markup.dropFirst() : markup[...]
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(String(text)) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}

extension Browser.Response {
    /// The page as its reader meets it.
    var page: ShownPage { ShownPage(text) }
}
