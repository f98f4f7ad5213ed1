import Foundation
import News
import URLs

extension HackerNewsSelectors {
    /// The selectors for elements that only members see, which files of earlier releases lack.
    static let memberSelectors = [
        "member.name": "a#me, span.pagetop a[href^=user?id=]",
        "member.karma": "span#karma",
        "member.logout": "a#logout, span.pagetop a[href^=logout?], span.pagetop a[href^=/logout?]",
        "member.signIn": "span.pagetop a[href^=login], span.pagetop a[href^=/login]",
        "member.up": "a[id^=up_]",
        "member.down": "a[id^=down_]",
        "member.unvote": "a[id^=un_]",
        "member.own": "td.votelinks font",
        "member.reply": "a[href^=reply?], a[href^=/reply?]",
        "member.edit": "a[href^=edit?], a[href^=/edit?]",
        "member.delete": "a[href^=delete-confirm?], a[href^=/delete-confirm?]",
        "member.favourite": "a[href^=fave?], a[href^=/fave?]",
        "member.hide": "a[href^=hide?], a[href^=/hide?]",
        "member.flag": "a[href^=flag?], a[href^=/flag?]",
        "form.login": "form[action=login], form[action=/login], form[action=/y], form[action=y]",
        "form.loginName": "input[name=acct], input[name=u]",
        "form.password": "input[type=password]",
        "form.captcha": ".g-recaptcha, div[data-sitekey]",
        "form.comment": "form[action=comment], form[action=/comment], form[action=/r], form[action=r]",
        "form.edit": "form[action=xedit], form[action=/xedit], form[action=/r], form[action=r]",
        "form.delete": "form[action=xdelete], form[action=/xdelete], form[action^=delete], form[action^=/delete]",
        "form.submit": "form[action=r], form[action=/r]",
        "form.profile": "form.profileform, form[action=xuser], form[action=/xuser]",
        "says.besides":
            "form, title, script, style, span.pagetop, span.yclinks, tr.athing, td.subtext, div.toptext, td.comment, "
            + "table.comment-tree, a.morelink, a[href^=forgot]",
        "says.titles": "b",
    ]

    /// The texts to compare with; alternatives are separated by bars.
    static let memberTexts = [
        "member.given": "nosee",
        "member.undown": "undown",
        "form.yes": "Yes",
        "form.numbers": "maxv mina delay",
        "says.signedOut": "You have to be logged in | Please log in.",
        "says.badLogin": "Bad login.",
        "says.captcha": "Validation required.",
        "says.tooQuick": "too fast. Please slow down | limited requests for this url",
        "says.expired": "Unknown or expired link.",
        "says.again": "Please try again.",
        "says.notThere": "No such item. | No such user.",
        "says.notOffered":
            "Can't make that vote. | You can't edit that. | You can't delete that. | You can't flag that. | "
            + "Can't display that.",
        "says.titleTooLong": "Please limit titles to | Please make title <",
        "says.invalid": "url and text fields can't both be blank | not a valid url | Please enter a title",
        "says.work": "Get back to work!",
        "says.blocked": "Sorry.",
    ]

    /// Returns the values that the rules read from the fixture `fixture.member`, which files of earlier releases lack.
    func memberFixtureLines(_ endpoints: HackerNewsEndpoints) -> [String] {
        guard let base = endpoints.base, !text("fixture.member").isEmpty else { return [] }
        let page = HackerNewsMemberPage(text("fixture.member"), address: base, selectors: self)
        let controls = HackerNewsControls.all(in: page.root, selectors: self, endpoints: endpoints)
        let items = controls.sorted { $0.key < $1.key }.map { id, found in
            let item = found.item(isOwn: false)
            let offers = item.availableActions.map(\.rawValue).sorted().joined(separator: " ")
            return "offers \(id) | \(item.vote.rawValue) | \(offers)"
        }
        let fields = page.form("form.comment")?.controls.map { "\($0.name)=\($0.value)" } ?? []
        return ["member \(page.memberName ?? "-") | \(page.karma ?? 0) | \(page.logout?.path ?? "-")"] + items
            + ["form \(fields.joined(separator: " "))"]
    }

    /// Returns true if the site's message is of the kind.
    func says(_ kind: HackerNewsNotice.Kind, in words: String) -> Bool {
        // The site uses both kinds of apostrophes.
        let words = words.replacing("’", with: "'").lowercased()
        return text("says.\(kind.rawValue)").replacing("’", with: "'").lowercased().split(separator: "|").contains {
            let phrase = $0.trimmingCharacters(in: .whitespaces)
            guard kind != .blocked else { return words == phrase }
            return !phrase.isEmpty && words.contains(phrase)
        }
    }
}
