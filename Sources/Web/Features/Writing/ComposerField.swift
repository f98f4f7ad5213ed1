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
    func write<let N: Int>(_ attributes: InlineArray<N, HTMLAttribute>, into w: inout HTMLWriter) {
        w.element(.label, class: "field") { w in
            w.element(.span, text: label)
            w.void(.input, class: "input", [.dir("auto")]) { w in
                w.attributes(attributes)
                w.attributes([.readonly(isFixed), .name(name), .value(value)])
            }
        }
        Self.writeCounter(of: name, field, rules, into: &w)
    }

    /// Writes the limit; script counts in it, and hides it while there is plenty of room.
    static func writeCounter(
        of name: String, _ field: PostingRules.Field, _ rules: PostingRules?, into w: inout HTMLWriter
    ) {
        guard let rules, let limit = rules.limits[field] else { return }
        w.element(
            .small, class: "counter",
            [
                .data(.countedField, name), .data(.lengthLimit, limit),
                .data(.lengthUnit, rules.lengthUnit.rawValue),
            ], text: Strings.atMost(limit, rules.lengthUnit))
    }
}

/// The fields of a guest's name and address, as remembered by choice.
struct GuestFieldsView {
    let scope: RequestScope
    let content: ComposerContent

    /// Writes the fields; folded for a remembered guest, who need not check them again, unless there is an error.
    func write(into w: inout HTMLWriter) {
        guard let remembered = content.remembered else { return writeFields(&w) }
        w.element(.details, class: "guest-author", [.open(content.state.notice != nil)]) { w in
            w.element(.summary, class: "quiet", text: Strings.signsAs(remembered.name))
            writeFields(&w)
            writeForgetButton(&w)
        }
    }

    private func writeFields(_ w: inout HTMLWriter) {
        let (author, rules) = (content.author, content.rules)
        ComposerField(name: "name", label: Strings.nameField, value: author?.name ?? "", rules: rules, field: .name)
            .write([.required(), .autocomplete("name")], into: &w)
        ComposerField(name: "email", label: Strings.emailField, value: author?.email ?? "", rules: rules, field: .email)
            .write([.type("email"), .required(), .autocomplete("email")], into: &w)
        ComposerField(name: "site", label: Strings.siteField, value: author?.url ?? "", rules: rules, field: .url)
            .write([.inputmode("url"), .autocomplete("url"), .autocapitalize("none")], into: &w)
        writeCheckbox("remember", Strings.rememberMe, isOn: content.remembered != nil, &w)
        writeCheckbox("cookies", Strings.allowCookies(content.siteName), isOn: author?.allowsCookies ?? false, &w)
    }

    private func writeForgetButton(_ w: inout HTMLWriter) {
        let action = ActionName.forgetGuest
        w.element(
            .button, class: "quiet",
            [
                .flag("formnovalidate"), .formaction(scope.path(Route.action(action))),
                .data(.command, action.rawValue),
            ], text: Strings.forgetMe)
    }

    private func writeCheckbox(_ name: String, _ label: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.element(.label, class: "checkbox-label") { w in
            w.void(.input, [.type("checkbox"), .value("1"), .name(name), .checked(isOn)])
            w.element(.span, text: label)
        }
    }
}

/// A help on the origin's markup, opened by one tap.
enum FormattingHelpView {
    static func write(_ markup: CommentMarkup?, into w: inout HTMLWriter) {
        guard let markup else { return }
        w.element(.details, class: "formatting") { w in
            w.element(.summary, class: "quiet", text: Strings.formatting)
            w.element(.ul) { w in
                for rule in Strings.formattingRules(markup) { w.element(.li, text: rule) }
            }
        }
    }
}
