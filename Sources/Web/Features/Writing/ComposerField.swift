import Library
import Markup
import News

/// A single-line field of a composer, counted against the origin's limit.
struct ComposerField {
    let name: String
    let label: String
    let value: String
    /// The rules with the limit; a longer text is counted, not truncated.
    let rules: PostingRules?
    let field: PostingRules.Field
    var isFixed = false

    /// Writes the field.
    /// - Parameter attributes: the attributes of the input.
    func write(_ attributes: StaticString, into w: inout HTMLWriter) {
        w.raw("<label class=\"field\"><span>")
        w.text(label)
        w.raw("</span><input class=\"input\" dir=\"auto\" ")
        w.raw(attributes)
        if isFixed { w.raw(" readonly") }
        w.attribute("name", name)
        w.attribute("value", value)
        w.raw("></label>")
        Self.writeCounter(of: name, field, rules, into: &w)
    }

    /// Writes the limit; script counts in it, and hides it while there is plenty of room.
    static func writeCounter(
        of name: String, _ field: PostingRules.Field, _ rules: PostingRules?, into w: inout HTMLWriter
    ) {
        guard let rules, let limit = rules.limits[field] else { return }
        w.raw("<small class=\"counter\"")
        w.attribute("data-counted-field", name)
        w.attribute("data-length-limit", limit)
        w.attribute("data-length-unit", rules.lengthUnit.rawValue)
        w.raw(">")
        w.text(Strings.atMost(limit, rules.lengthUnit))
        w.raw("</small>")
    }
}

/// The fields of a guest's name and address, as remembered by choice.
struct GuestFieldsView {
    let scope: RequestScope
    let content: ComposerContent

    func write(into w: inout HTMLWriter) {
        let (author, rules) = (content.author, content.rules)
        // A remembered guest need not check the fields again, unless there is an error.
        if let remembered = content.remembered {
            w.raw(
                content.state.notice == nil
                    ? "<details class=\"guest-author\">" : "<details class=\"guest-author\" open>")
            w.raw("<summary class=\"quiet\">")
            w.text(Strings.signsAs(remembered.name))
            w.raw("</summary>")
        }
        ComposerField(name: "name", label: Strings.nameField, value: author?.name ?? "", rules: rules, field: .name)
            .write("required autocomplete=\"name\"", into: &w)
        ComposerField(name: "email", label: Strings.emailField, value: author?.email ?? "", rules: rules, field: .email)
            .write("type=\"email\" required autocomplete=\"email\"", into: &w)
        ComposerField(name: "site", label: Strings.siteField, value: author?.url ?? "", rules: rules, field: .url)
            .write("inputmode=\"url\" autocomplete=\"url\" autocapitalize=\"none\"", into: &w)
        writeCheckbox("remember", Strings.rememberMe, isOn: content.remembered != nil, &w)
        writeCheckbox("cookies", Strings.allowCookies(content.host), isOn: author?.allowsCookies ?? false, &w)
        if content.remembered != nil {
            writeForgetButton(&w)
            w.raw("</details>")
        }
    }

    private func writeForgetButton(_ w: inout HTMLWriter) {
        w.raw("<button class=\"quiet\" formnovalidate")
        w.attribute("formaction", WritingAction.forgetGuest.path(in: scope.edition.id))
        w.attribute("data-command", WritingAction.forgetGuest.rawValue)
        w.raw(">")
        w.text(Strings.forgetMe)
        w.raw("</button>")
    }

    private func writeCheckbox(_ name: String, _ label: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<label class=\"checkbox-label\"><input type=\"checkbox\" value=\"1\"")
        w.attribute("name", name)
        if isOn { w.raw(" checked") }
        w.raw("><span>")
        w.text(label)
        w.raw("</span></label>")
    }
}

/// A help on the origin's markup, opened by one tap.
enum FormattingHelpView {
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
