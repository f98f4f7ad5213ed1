import Library
import Markup
import News

/// The offer of alerts about what a page shows, or the rule that is there already.
struct AlertOffer {
    let subject: AlertSubject
    /// The reader's rule; nil if there is none.
    let rule: AlertRule?

    init(subject: AlertSubject, rule: AlertRule?) {
        (self.subject, self.rule) = (subject, rule)
    }

    /// Creates the offer for a list; nil for lists that alerts are not made of.
    init?(for list: StoryList, _ scope: RequestScope) async throws(LibraryError) {
        switch list {
        case .channel(let id): subject = .feed(id)
        case .section(let id):
            var topic: FollowedTopic?
            if scope.edition.topics != nil {
                topic = try await scope.library.topics.topics(in: scope.edition.id, for: scope.reader)
                    .first { $0.section == id }
            }
            subject = topic.map(Self.subject) ?? .section(id)
        default: return nil
        }
        rule = try await scope.library.alerts.rules(for: scope.reader).first { [subject] in $0.subject == subject }
    }

    /// Returns the subject of alerts about a followed topic.
    static func subject(of topic: FollowedTopic) -> AlertSubject {
        switch topic.subject {
        case .words(let words): .words(words)
        case .place(let place): .place(place)
        default: .section(topic.section)
        }
    }

    /// Writes the line of a menu.
    func writeMenuLine(_ scope: RequestScope, into w: inout HTMLWriter) {
        if let rule {
            return MenuButton.writeLink(
                scope, AlertRulePage.path(of: rule.id, in: scope), Strings.alertsAreOn, isOn: false, into: &w)
        }
        w.element(.li) { w in form(scope).write(into: &w) { w in w.element(.button, text: Strings.alertMe) } }
    }

    /// Writes a button outside of a menu, which leads to the settings of alerts.
    func writeButton(
        _ scope: RequestScope, _ words: String = Strings.alertMe, style: StaticString, label: String? = nil,
        into w: inout HTMLWriter
    ) {
        form(scope, isNative: true).write(into: &w) { w in
            w.element(.button, [.class(style), .aria("label", label)]) { w in
                Icon.bell.write(scope, into: &w)
                w.text(words)
            }
        }
    }

    /// Writes the button, or the link to the rule that is there.
    func writeButtonOrLink(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let rule else { return writeButton(scope, style: "button", into: &w) }
        w.element(
            .a, class: "button", [.href(AlertRulePage.path(of: rule.id, in: scope))], text: Strings.alertsAreOn)
    }

    private func form(_ scope: RequestScope, isNative: Bool = false) -> ActionForm {
        ActionForm(
            scope, .saveAlert, returnPath: isNative ? scope.path(.page(.alertSettings)) : scope.currentURI,
            fields: AlertRuleForm.fields(of: subject) + (isNative ? [] : [("stays", "1")]),
            style: isNative ? "native-submit" : nil)
    }
}
