import Foundation
import Library
import Markup
import News
import URLs
import Untrusted

/// A view of a composer. Every button works without script; `compose.js` counts, saves the draft and shows the preview
/// in place.
struct ComposerView {
    let scope: RequestScope
    let content: ComposerContent

    private var target: Draft.Target { content.target }
    private var siteName: String { content.siteName }
    private var path: String { scope.path(.init(target)) }

    func write(into w: inout HTMLWriter) {
        let label = Strings.composerTitle(target, answered: content.comment?.author)
        w.element(.div, [.id("sheet-reply")]) { w in
            w.element(
                .section, class: "composer",
                [
                    .data(.composer, target.code), .data(.ownPath, path), .aria("label", label),
                ]
            ) { w in
                writeContent(&w)
            }
        }
    }

    private func writeContent(_ w: inout HTMLWriter) {
        if content.rules == nil {
            w.element(.p, class: "note", text: Strings.takesNothing(siteName))
            writeQuoted(&w)
        } else if content.isClosed || content.isGone {
            let why = content.isGone ? Strings.answeredIsGone(siteName) : Strings.commentsClosed(siteName)
            w.element(.p, class: "note", text: why)
            writeQuoted(&w)
            writeWritten(&w)
        } else {
            writeNotices(&w)
            writeForm(&w)
            writePreview(&w)
            writeQuoted(&w)
            writeOtherForms(&w)
        }
    }

    /// Writes the answered comment. The text that is written stands first.
    private func writeQuoted(_ w: inout HTMLWriter) {
        if let row = content.row { w.element(.p, class: "composer-story", text: scope.title(of: row)) }
        guard case .comment = target, let comment = content.comment else { return }
        w.element(.figure, class: "quoted-comment", [.tabindex(0)]) { w in
            w.element(.figcaption, text: Strings.answering(comment.author))
            w.element(.blockquote, class: "text comment-text") { w in w.safe(comment.body) }
        }
    }

    /// Writes the text that can no longer be sent, to be copied or discarded.
    private func writeWritten(_ w: inout HTMLWriter) {
        guard !content.shown.isEmpty else { return }
        w.element(.h2, class: "group-heading", text: Strings.whatYouWrote)
        w.element(.blockquote, class: "sent-text", [.dir("auto")], text: content.shown.text)
        writeOtherForms(&w)
    }

    // MARK: - The result of the last try

    private func writeNotices(_ w: inout HTMLWriter) {
        switch content.state.notice {
        case .fault(let fault): writeError(fault.message(at: siteName), &w)
        case .rejected(let why): writeError(why, &w)
        case .conflict(let other): writeConflict(other, &w)
        case nil: break
        }
        if let entry = content.entry, content.state.notice == nil {
            OutboxStatusView(scope: scope, entry: entry, isInComposer: true).write(into: &w)
        }
    }

    private func writeError(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "error-note", [.role("alert")], text: words)
    }

    private func writeConflict(_ other: Draft, _ w: inout HTMLWriter) {
        let form = ActionForm(
            scope, .discardDraft, returnPath: path, fields: [("target", target.code), ("part", "typed")],
            style: "native-submit")
        w.element(.div, class: "error-note draft-conflict", [.role("alert")]) { w in
            w.element(.p, text: Strings.draftConflict)
            w.element(.blockquote) { w in
                for text in [other.title, other.url, other.text] where !text.isEmpty { w.element(.p, text: text) }
            }
            form.writeButton(Strings.useOtherDraft, style: "quiet", into: &w)
        }
    }

    private func writeWriter(_ w: inout HTMLWriter) {
        guard content.rules?.needsMembership == true else { return }
        let fingerprint = SessionFingerprint.code(content.account, at: content.source)
        w.element(.p, class: "note author-account", [.data(.sessionFingerprint, fingerprint)]) { w in
            if let account = content.account, account.state == .signedIn {
                w.text(Strings.writesAs(account.name, at: siteName))
            } else {
                let signIn = scope.path(.account(source: content.source.id), [("back", path)])
                w.text(Strings.writesSignedOut(siteName))
                w.text(" ")
                w.element(.a, class: "quiet", [.href(signIn)], text: Strings.memberSignIn)
            }
        }
    }

    // MARK: - The form

    private var action: ActionName {
        switch target {
        case .comment: .comment
        case .edit: .editComment
        case .submission: .submit
        }
    }

    private func writeForm(_ w: inout HTMLWriter) {
        var fields = [("target", target.code), ("token", FormToken.make())]
        // The revision is the draft that the writer has seen, so that another device's draft is replaced only
        // knowingly.
        if content.isFateOpen, let entry = content.entry { fields.append(("entry", String(entry.id.rawValue))) }
        if let revision = conflictRevision ?? content.draft?.revision { fields.append(("revision", String(revision))) }
        let form = ActionForm(
            scope, action, returnPath: path, fields: fields, style: "composer-form native-submit")
        form.write(into: &w) { w in
            if case .submission = target { writeSubmissionFields(&w) }
            writeTextField(&w)
            writeWriter(&w)
            if content.isGuest { GuestFieldsView(scope: scope, content: content).write(into: &w) }
            writeButtons(&w)
            FormattingHelpView.write(content.rules?.markup, into: &w)
        }
    }

    private var conflictRevision: Int64? {
        guard case .conflict(let other) = content.state.notice else { return nil }
        return other.revision
    }

    private func writeSubmissionFields(_ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.submissionRule(siteName))
        let (draft, rules, isFixed) = (content.shown, content.rules, content.isFateOpen)
        ComposerField(
            name: "title", label: Strings.titleField, value: draft.title, rules: rules, field: .title, isFixed: isFixed
        ).write([.required(), .autocomplete("off")], into: &w)
        ComposerField(
            name: "url", label: Strings.linkField, value: draft.url, rules: rules, field: .url, isFixed: isFixed
        ).write(
            [.type("url"), .inputmode("url"), .autocomplete("off"), .autocapitalize("none"), .spellcheck("false")],
            into: &w)
    }

    private func writeTextField(_ w: inout HTMLWriter) {
        var isRequired = true
        if case .submission = target { isRequired = false }
        w.element(.label, class: "field") { w in
            w.element(.span, text: isRequired ? Strings.commentField : Strings.textField)
            w.element(
                .textarea, class: "input",
                [
                    .name("text"), .rows(5), .dir("auto"), .required(isRequired),
                    .readonly(content.isFateOpen),
                ]
            ) { w in
                // A parser drops the first line break, which may be the text's own (HTML §13.1.2.5).
                w.text("\n")
                w.text(content.shown.text)
            }
        }
        if content.isFateOpen { w.element(.p, class: "note", text: Strings.textIsFixed) }
        ComposerField.writeCounter(of: "text", .text, content.rules, into: &w)
    }

    private func writeButtons(_ w: inout HTMLWriter) {
        w.element(.p, class: "draft-saved", [.role("status")]) { w in
            guard let draft = content.draft, content.state.notice == nil else { return }
            w.text(Strings.draftSaved(draft.updatedAt, scope.time))
        }
        w.element(.div, class: "composer-buttons") { w in
            if !content.isFateOpen {
                w.element(
                    .button, class: "button primary", [.data(.sendsDraft), .data(.waitSeconds, waitSeconds)],
                    text: Strings.post)
            } else if content.isGuest, content.entry?.state == .ended(.fateUnknown) {
                writeButton(.retryOutbox, Strings.sendAgain, "button primary", &w)
            }
            writeButton(.preview, Strings.preview, "button", &w)
            writeButton(.saveDraft, Strings.saveDraft, "quiet", &w)
        }
    }

    /// The seconds that the button stays disabled after a post that was too early.
    private var waitSeconds: Int? {
        guard case .ended(.refused(let refusal)) = content.entry?.state, refusal.reason == .tooQuick,
            let retryAt = refusal.retryAt, retryAt > scope.now
        else { return nil }
        return Int(saturating: retryAt.timeIntervalSince(scope.now).rounded(.up))
    }

    /// Writes a button that sends the same fields to another action, also while some are empty.
    private func writeButton(_ action: ActionName, _ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.element(
            .button,
            [
                .flag("formnovalidate"), .class(style), .formaction(scope.path(Route.action(action))),
                .data(.command, action.rawValue),
            ], text: words)
    }

    // MARK: - Below the form

    private func writePreview(_ w: inout HTMLWriter) {
        let isShown = scope.query["preview"] == "1"
        w.element(
            .section, class: "composer-preview",
            [
                .id("preview"), .aria("live", "polite"), .hidden(!isShown),
                .aria("label", Strings.preview),
            ]
        ) { w in
            w.element(.h2, text: Strings.preview)
            w.element(.div, class: "text comment-text") { w in
                if isShown, let markup = content.rules?.markup { w.safe(markup.preview(content.shown.text)) }
            }
        }
    }

    private func writeOtherForms(_ w: inout HTMLWriter) {
        guard content.draft != nil else { return }
        let form = ActionForm(
            scope, .discardDraft, returnPath: path, fields: [("target", target.code)], style: "native-submit")
        w.element(.details, class: "confirmation") { w in
            w.element(.summary, class: "quiet", text: Strings.discardDraft)
            w.element(.p, text: Strings.confirmDiscard)
            form.writeButton(Strings.discardDraft, into: &w)
        }
    }
}
