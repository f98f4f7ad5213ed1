import Foundation
import Library
import Markup
import News

/// A feed's own page: where it lives, how it is, when it is due and why, and what was decided lately; rename, move, leave.
struct FeedFactsScreen {
    let id: ChannelID

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let feed = try await visit.library.subscriptions.one(id, for: visit.reader)
        let folders = try await visit.library.subscriptions.all(for: visit.reader)
        let guess = try await visit.library.stories.fullTextGuess(of: id)
        let decisions = try await visit.library.refreshing.decisions(of: id, limit: 20)
        let shell = Shell(
            visit: visit, title: feed.title, left: .back(.channel(id, depth: 0)), barTitle: feed.title,
            actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><div class=\"page-title\">")
                SiteIcon.write(visit, feed.icon, title: feed.title, size: 32, into: &w)
                w.raw("<h1>")
                w.text(feed.title)
                w.raw("</h1></div>")
                if let about = feed.about, !about.isEmpty {
                    w.raw("<p class=\"note\">")
                    w.text(about)
                    w.raw("</p>")
                }
                HealthView.write(visit, feed, into: &w)
                facts(visit, feed, &w)
                if feed.isFollowed {
                    settle(visit, feed, folders, guess, &w)
                } else {
                    FollowForm.write(visit, feed, into: &w)
                }
                log(visit, decisions, &w)
                if feed.isFollowed { leave(visit, feed, &w) }
                w.raw("</div>")
            })
    }

    private func facts(_ visit: Visit, _ feed: Subscription, _ w: inout HTMLWriter) {
        let health = feed.health
        func when(_ date: Date?) -> String? { date.map { "\(visit.time.since($0))" } }
        w.raw("<dl class=\"facts\">")
        fact("Address", feed.address.shown, &w)
        fact("Site", feed.site?.shown, &w)
        fact("Written as", health.format, &w)
        fact("Stories kept", String(health.storyCount), &w)
        fact("Newest story", when(health.newestAt), &w)
        fact("Last asked", when(health.lastAskedAt), &w)
        fact("Last changed", when(health.lastChangedAt), &w)
        // What is well says when it is asked again above its facts, and why then.
        let isWell = health.state == .fine || health.state == .gone
        fact("Asked again", isWell ? nil : health.dueAt.map { "\(visit.time.until($0))" }, &w)
        fact("Why then", isWell ? nil : health.reason, &w)
        fact("Moves to", health.movedTo?.shown, &w)
        for complaint in health.complaints.prefix(5) { fact("Odd", complaint, &w) }
        w.raw("</dl>")
    }

    private func fact(_ name: StaticString, _ value: String?, _ w: inout HTMLWriter) {
        guard let value, !value.isEmpty else { return }
        w.raw("<div><dt>")
        w.raw(name)
        w.raw("</dt><dd>")
        w.text(value)
        w.raw("</dd></div>")
    }

    private func settle(
        _ visit: Visit, _ feed: Subscription, _ folders: [Folder], _ guess: FullTextGuess, _ w: inout HTMLWriter
    ) {
        w.raw("<h2 class=\"folder-head\">In your paper</h2>")
        ActForm(visit, .settle, back: visit.here, fields: [("channel", String(id.rawValue))], style: "card-form").write(
            into: &w
        ) { w in
            w.raw("<label class=\"field\"><span>Name</span><input class=\"input\" name=\"title\" maxlength=\"200\"")
            w.attribute("value", feed.ownTitle ?? "")
            w.attribute("placeholder", feed.title)
            w.raw("></label>")
            FolderField.write(folders, value: feed.sectionTitle ?? "", into: &w)
            FullTextField.write(feed.fullText, guess, into: &w)
            w.raw("<button class=\"button\">Save changes</button>")
        }
    }

    private func log(_ visit: Visit, _ decisions: [RefreshDecision], _ w: inout HTMLWriter) {
        guard !decisions.isEmpty else { return }
        w.raw("<h2 class=\"folder-head\">What was decided lately</h2><ol class=\"feed-log\">")
        for decision in decisions {
            w.raw("<li><time")
            w.attribute("datetime", TimeWords.machine(decision.at))
            w.raw(">")
            w.text(visit.time.since(decision.at))
            w.raw("</time><span>")
            w.text(Words.decision(decision))
            w.raw("</span></li>")
        }
        w.raw("</ol>")
    }

    private func leave(_ visit: Visit, _ feed: Subscription, _ w: inout HTMLWriter) {
        w.raw("<div class=\"card-form\">")
        ActForm(visit, .unfollow, back: visit.path(Route.feeds), fields: [("channel", String(id.rawValue))]).write(
            into: &w
        ) { w in
            w.raw("<button class=\"quiet warn\">Stop following</button>")
        }
        w.raw("</div>")
    }
}

/// A field that takes a folder's name, offering those that exist.
enum FolderField {
    static func write(_ folders: [Folder], value: String, into w: inout HTMLWriter) {
        w.raw(
            "<label class=\"field\"><span>Folder</span><input class=\"input\" name=\"folder\" list=\"folders\" maxlength=\"100\" placeholder=\"None (Other)\""
        )
        w.attribute("value", value)
        w.raw("></label><datalist id=\"folders\">")
        for folder in folders where folder.id != .other {
            w.raw("<option")
            w.attribute("value", folder.title)
            w.raw(">")
        }
        w.raw("</datalist>")
    }
}
