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
    private var host: String { content.host }
    private var path: String { scope.path(.init(target)) }

    func write(into w: inout HTMLWriter) {
        w.raw("<div id=\"sheet-reply\"><section class=\"composer\"")
        w.attribute("data-composer", target.code)
        w.attribute("data-page-path", path)
        w.attribute("aria-label", Strings.composerTitle(target, answered: content.comment?.author))
        w.raw(">")
        writeQuoted(&w)
        if content.rules == nil {
            writeNote(Strings.takesNothing(host), &w)
        } else if content.isClosed || content.isGone {
            writeNote(content.isGone ? Strings.answeredIsGone(host) : Strings.commentsClosed(host), &w)
            writeWritten(&w)
        } else {
            writeNotices(&w)
            writeWriter(&w)
            writeForm(&w)
            writePreview(&w)
            writeOtherForms(&w)
        }
        w.raw("</section></div>")
    }

    /// Writes the answered comment, which stays in view.
    private func writeQuoted(_ w: inout HTMLWriter) {
        if let row = content.row {
            w.raw("<p class=\"composer-story\">")
            w.text(row.title)
            w.raw("</p>")
        }
        guard case .comment = target, let comment = content.comment else { return }
        w.raw("<figure class=\"quoted-comment\" tabindex=\"0\"><figcaption>")
        w.text(Strings.answering(comment.author))
        w.raw("</figcaption><blockquote class=\"text comment-text\">")
        w.safe(comment.body)
        w.raw("</blockquote></figure>")
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(words)
        w.raw("</p>")
    }

    /// Writes the text that can no longer be sent, to be copied or discarded.
    private func writeWritten(_ w: inout HTMLWriter) {
        guard !content.shown.isEmpty else { return }
        w.raw("<h2 class=\"group-heading\">")
        w.text(Strings.whatYouWrote)
        w.raw("</h2><blockquote class=\"sent-text\" dir=\"auto\">")
        w.text(content.shown.text)
        w.raw("</blockquote>")
        writeOtherForms(&w)
    }

    // MARK: - What came of it before

    private func writeNotices(_ w: inout HTMLWriter) {
        switch content.state.notice {
        case .fault(let fault): writeError(fault.message(at: host), &w)
        case .rejected(let why): writeError(why, &w)
        case .conflict(let other): writeConflict(other, &w)
        case nil: break
        }
        if let entry = content.entry, content.state.notice == nil {
            OutboxStatusView(scope: scope, entry: entry, isInComposer: true).write(into: &w)
        }
    }

    private func writeError(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"error-note\" role=\"alert\">")
        w.text(words)
        w.raw("</p>")
    }

    private func writeConflict(_ other: Draft, _ w: inout HTMLWriter) {
        w.raw("<div class=\"error-note draft-conflict\" role=\"alert\"><p>")
        w.text(Strings.draftConflict)
        w.raw("</p><blockquote>")
        for text in [other.title, other.url, other.text] where !text.isEmpty {
            w.raw("<p>")
            w.text(text)
            w.raw("</p>")
        }
        w.raw("</blockquote>")
        ActionForm(
            scope, writing: .discardDraft, returnPath: path, fields: [("target", target.code), ("part", "typed")],
            style: "native-submit"
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            w.text(Strings.useOtherDraft)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    private func writeWriter(_ w: inout HTMLWriter) {
        guard content.rules?.needsMembership == true else { return }
        w.raw("<p class=\"note author-account\"")
        w.attribute("data-session-fingerprint", SessionFingerprint.code(content.account, at: content.source))
        w.raw(">")
        if let account = content.account, account.state == .signedIn {
            w.text(Strings.writesAs(account.name, at: host))
        } else {
            w.text(Strings.writesSignedOut(host))
            w.raw(" <a class=\"quiet\"")
            w.attribute("href", scope.path(.account(source: content.source.id), [("back", path)]))
            w.raw(">")
            w.text(Strings.memberSignIn)
            w.raw("</a>")
        }
        w.raw("</p>")
    }

    // MARK: - The form

    private var action: WritingAction {
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
        ActionForm(scope, writing: action, returnPath: path, fields: fields, style: "composer-form native-submit")
            .write(
                into: &w
            ) { w in
                if case .submission = target { writeSubmissionFields(&w) }
                writeTextField(&w)
                FormattingHelpView.write(content.rules?.markup, into: &w)
                if content.isGuest { GuestFieldsView(scope: scope, content: content).write(into: &w) }
                writeButtons(&w)
            }
    }

    private var conflictRevision: Int64? {
        guard case .conflict(let other) = content.state.notice else { return nil }
        return other.revision
    }

    private func writeSubmissionFields(_ w: inout HTMLWriter) {
        writeNote(Strings.submissionRule(host), &w)
        let (draft, rules, isFixed) = (content.shown, content.rules, content.isFateOpen)
        ComposerField(
            name: "title", label: Strings.titleField, value: draft.title, rules: rules, field: .title, isFixed: isFixed
        ).write("required autocomplete=\"off\"", into: &w)
        ComposerField(
            name: "url", label: Strings.linkField, value: draft.url, rules: rules, field: .url, isFixed: isFixed
        ).write(
            "type=\"url\" inputmode=\"url\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\"",
            into: &w)
    }

    private func writeTextField(_ w: inout HTMLWriter) {
        var isRequired = true
        if case .submission = target { isRequired = false }
        w.raw("<label class=\"field\"><span>")
        w.text(isRequired ? Strings.commentField : Strings.textField)
        w.raw("</span><textarea class=\"input\" name=\"text\" rows=\"5\" dir=\"auto\"")
        if isRequired { w.raw(" required") }
        if content.isFateOpen { w.raw(" readonly") }
        w.raw(">\n")
        w.text(content.shown.text)
        w.raw("</textarea></label>")
        if content.isFateOpen { writeNote(Strings.textIsFixed, &w) }
        ComposerField.writeCounter(of: "text", .text, content.rules, into: &w)
    }

    private func writeButtons(_ w: inout HTMLWriter) {
        w.raw("<p class=\"draft-saved\" role=\"status\">")
        if let draft = content.draft, content.state.notice == nil {
            w.text(Strings.draftSaved(draft.updatedAt, scope.time))
        }
        w.raw("</p><div class=\"composer-buttons\">")
        if !content.isFateOpen {
            w.raw("<button class=\"button primary\" data-sends-draft")
            w.attribute("data-wait-seconds", waitSeconds.map(String.init))
            w.raw(">")
            w.text(Strings.post)
            w.raw("</button>")
        } else if content.isGuest, content.entry?.state == .ended(.fateUnknown) {
            writeButton(.retryOutbox, Strings.sendAgain, "button primary", &w)
        }
        writeButton(.preview, Strings.preview, "button", &w)
        writeButton(.saveDraft, Strings.saveDraft, "quiet", &w)
        w.raw("</div>")
    }

    /// The seconds that the button stays disabled after a post that was too early.
    private var waitSeconds: Int? {
        guard case .ended(.refused(let refusal)) = content.entry?.state, refusal.reason == .tooQuick,
            let retryAt = refusal.retryAt, retryAt > scope.now
        else { return nil }
        return Int(saturating: retryAt.timeIntervalSince(scope.now).rounded(.up))
    }

    /// Writes a button that sends the same fields to another action, also while some are empty.
    private func writeButton(_ action: WritingAction, _ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.raw("<button formnovalidate class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("formaction", action.path(in: scope.edition.id))
        w.attribute("data-command", action.rawValue)
        w.raw(">")
        w.text(words)
        w.raw("</button>")
    }

    // MARK: - Below the form

    private func writePreview(_ w: inout HTMLWriter) {
        w.raw("<section class=\"composer-preview\" id=\"preview\" aria-live=\"polite\"")
        let isShown = scope.query["preview"] == "1"
        if !isShown { w.raw(" hidden") }
        w.attribute("aria-label", Strings.preview)
        w.raw("><h2>")
        w.text(Strings.preview)
        w.raw("</h2><div class=\"text comment-text\">")
        if isShown, let markup = content.rules?.markup {
            w.safe(markup.preview(content.shown.text))
        }
        w.raw("</div></section>")
    }

    private func writeOtherForms(_ w: inout HTMLWriter) {
        guard content.draft != nil else { return }
        w.raw("<details class=\"confirmation\"><summary class=\"quiet\">")
        w.text(Strings.discardDraft)
        w.raw("</summary><p>")
        w.text(Strings.confirmDiscard)
        w.raw("</p>")
        ActionForm(
            scope, writing: .discardDraft, returnPath: path, fields: [("target", target.code)], style: "native-submit"
        )
        .write(into: &w) { w in
            w.raw("<button class=\"button\">")
            w.text(Strings.discardDraft)
            w.raw("</button>")
        }
        w.raw("</details>")
    }
}
