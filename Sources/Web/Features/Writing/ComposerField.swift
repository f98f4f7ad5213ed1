import Library
import Markup
import News

/// A line of a composer, counted against the origin's limit.
struct ComposerField {
    let name: String
    let label: String
    let value: String
    var limit: Int?

    /// - Parameter attributes: of the input.
    func write(_ attributes: StaticString, into w: inout HTMLWriter) {
        w.raw("<label class=\"field\"><span>")
        w.text(label)
        w.raw("</span><input class=\"input\" dir=\"auto\" ")
        w.raw(attributes)
        w.attribute("name", name)
        w.attribute("value", value)
        if let limit { w.attribute("maxlength", limit) }
        w.raw("></label>")
        Self.writeCounter(of: name, limit, into: &w)
    }

    /// Says the limit; script counts in it.
    static func writeCounter(of name: String, _ limit: Int?, into w: inout HTMLWriter) {
        guard let limit else { return }
        w.raw("<small class=\"counter\"")
        w.attribute("data-counts", name)
        w.attribute("data-limit", limit)
        w.raw(">")
        w.text(Strings.atMost(limit))
        w.raw("</small>")
    }
}

/// How a guest signs, as remembered by choice.
struct GuestFieldsView {
    let scope: RequestScope
    let content: ComposerContent

    func write(into w: inout HTMLWriter) {
        let (author, limits) = (content.author, content.rules?.limits ?? [:])
        if let remembered = content.remembered { writeRemembered(remembered, &w) }
        ComposerField(name: "name", label: Strings.nameField, value: author?.name ?? "", limit: limits[.name])
            .write("required autocomplete=\"name\"", into: &w)
        ComposerField(name: "email", label: Strings.emailField, value: author?.email ?? "", limit: limits[.email])
            .write("type=\"email\" required autocomplete=\"email\"", into: &w)
        ComposerField(name: "site", label: Strings.siteField, value: author?.url ?? "", limit: limits[.url])
            .write("inputmode=\"url\" autocomplete=\"url\" autocapitalize=\"none\"", into: &w)
        writeCheckbox("remember", Strings.rememberMe, isOn: content.remembered != nil, &w)
        writeCheckbox("cookies", Strings.allowCookies(content.host), isOn: author?.allowsCookies ?? false, &w)
    }

    private func writeRemembered(_ author: GuestAuthor, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.signsAs(author.name))
        w.raw(" <button class=\"quiet\" formnovalidate")
        w.attribute("formaction", WritingAction.forgetGuest.path(in: scope.edition.id))
        w.attribute("data-do", WritingAction.forgetGuest.rawValue)
        w.raw(">")
        w.text(Strings.forgetMe)
        w.raw("</button></p>")
    }

    private func writeCheckbox(_ name: String, _ label: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<label class=\"check\"><input type=\"checkbox\" value=\"1\"")
        w.attribute("name", name)
        if isOn { w.raw(" checked") }
        w.raw("><span>")
        w.text(label)
        w.raw("</span></label>")
    }
}

/// What the origin understands, in one tap.
enum FormattingHelp {
    static func write(_ markup: CommentMarkup?, into w: inout HTMLWriter) {
        guard let markup else { return }
        w.raw("<details class=\"formatting\"><summary class=\"quiet\">")
        w.text(Strings.formatting)
        w.raw("</summary><ul>")
        for rule in Strings.formattingRules(markup) {
            w.raw("<li>")
            w.text(rule)
            w.raw("</li>")
        }
        w.raw("</ul></details>")
    }
}
