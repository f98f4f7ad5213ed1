import Foundation
import Library
import Markup
import News
import URLs

/// A page about a feed's addresses, health, refresh log and settings.
struct FeedDetailPage {
    let id: ChannelID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let feed = try await scope.library.subscriptions.one(id, for: scope.reader)
        let folders = try await scope.library.subscriptions.folders(for: scope.reader)
        let guess = try await scope.library.stories.truncationGuess(of: id)
        let entries = try await scope.library.refreshing.log(of: id, limit: 20)
        var layout = PageLayout(
            scope: scope, title: feed.title, left: .back(.channel(id, depth: 0)), barTitle: feed.title,
            actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\"><div class=\"page-title\">")
                SiteIconView.write(scope, feed.icon, title: feed.title, size: 32, into: &w)
                w.raw("<h1>")
                w.text(feed.title)
                w.raw("</h1></div>")
                if let description = feed.description, !description.isEmpty {
                    w.raw("<p class=\"note\">")
                    w.text(description)
                    w.raw("</p>")
                }
                FeedHealthView.write(scope, feed, offersUnfollow: false, into: &w)
                writeDefinitionList(scope, feed, &w)
                if feed.isFollowed {
                    writeSettingsForm(scope, feed, folders, guess, &w)
                } else {
                    FollowForm.write(scope, feed, into: &w)
                }
                writeRefreshLog(scope, entries, &w)
                if feed.isFollowed {
                    w.raw("<div class=\"card-form\">")
                    UnfollowForm.write(scope, feed, into: &w)
                    w.raw("</div>")
                }
                w.raw("</div>")
            })
    }

    private func writeDefinitionList(_ scope: RequestScope, _ feed: Subscription, _ w: inout HTMLWriter) {
        let health = feed.health
        func when(_ date: Date?) -> String? { date.map { "\(scope.time.since($0))" } }
        w.raw("<dl class=\"facts\">")
        writeDefinition("Address", feed.address.displayText, &w)
        writeDefinition("Site", feed.site?.displayText, &w)
        writeDefinition("Format", health.format, &w)
        writeDefinition("Stories stored", String(health.storyCount), &w)
        writeDefinition("Newest story", when(health.newestAt), &w)
        writeDefinition("Last checked", when(health.lastFetchedAt), &w)
        writeDefinition("Last changed", when(health.lastChangedAt), &w)
        // The sentence above already has the next check of a healthy feed.
        let isHealthy = health.state == .fine || health.state == .gone
        writeDefinition("Next check", isHealthy ? nil : health.dueAt.map { "\(scope.time.until($0))" }, &w)
        writeDefinition("Reason", isHealthy ? nil : health.reason?.description, &w)
        writeDefinition("New address", health.movedTo?.displayText, &w)
        for diagnostic in health.diagnostics.prefix(5) { writeDefinition("Problem", diagnostic, &w) }
        w.raw("</dl>")
    }

    private func writeDefinition(_ name: StaticString, _ value: String?, _ w: inout HTMLWriter) {
        guard let value, !value.isEmpty else { return }
        w.raw("<div><dt>")
        w.raw(name)
        w.raw("</dt><dd>")
        w.text(value)
        w.raw("</dd></div>")
    }

    private func writeSettingsForm(
        _ scope: RequestScope, _ feed: Subscription, _ folders: [Folder], _ guess: TruncationGuess,
        _ w: inout HTMLWriter
    ) {
        w.raw("<h2 class=\"group-heading\">In your feeds</h2>")
        ActionForm(
            scope, .updateSubscription, returnPath: scope.currentURI, fields: [("channel", String(id.rawValue))],
            style: "card-form"
        ).write(
            into: &w
        ) { w in
            w.raw("<label class=\"field\"><span>Name</span><input class=\"input\" name=\"title\" maxlength=\"200\"")
            w.attribute("value", feed.title)
            w.raw("></label>")
            FolderField.write(folders, value: feed.sectionTitle ?? "", into: &w)
            FullTextField.write(feed.fullText, guess, into: &w)
            w.raw("<button class=\"button\">Save changes</button>")
        }
    }

    private func writeRefreshLog(_ scope: RequestScope, _ entries: [RefreshLogEntry], _ w: inout HTMLWriter) {
        guard !entries.isEmpty else { return }
        w.raw("<h2 class=\"group-heading\">Fetch log</h2><ol class=\"feed-log\">")
        for entry in entries {
            w.raw("<li><time")
            w.attribute("datetime", TimeFormatter.rfc3339(entry.at))
            w.raw(">")
            w.text(scope.time.since(entry.at))
            w.raw("</time><span>")
            w.text(Strings.refreshLogEntry(entry))
            w.raw("</span></li>")
        }
        w.raw("</ol>")
    }
}

enum UnfollowForm {
    static func write(
        _ scope: RequestScope, _ feed: Subscription, opening: StaticString = "<button class=\"button\">",
        into w: inout HTMLWriter
    ) {
        ActionForm(
            scope, .unfollow, returnPath: scope.path(Route.feeds), fields: [("channel", String(feed.id.rawValue))]
        ).write(into: &w) { w in
            w.raw(opening)
            w.raw("Unfollow</button>")
        }
    }
}

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

enum FeedHealthView {
    /// Writes the health of a feed, with the actions that may help.
    /// - Parameter offersUnfollow: false if the page already has an unfollow button.
    static func write(
        _ scope: RequestScope, _ subscription: Subscription, offersUnfollow: Bool = true, into w: inout HTMLWriter
    ) {
        w.raw("<div class=\"fetch-failure\"><p>")
        w.text(
            Strings.channelHealth(
                subscription.health, of: subscription.kind, title: subscription.title, time: scope.time))
        w.raw("</p>")
        switch subscription.health.state {
        case .failing:
            if subscription.health.lastError == .keyNeeded, !scope.keyedAPIs.isEmpty {
                KeyedAPINotice.writeLink(scope, Strings.enterKey, isMain: false, into: &w)
            }
            // A retry honours Retry-After.
            ActionForm(
                scope, .retry, returnPath: scope.currentURI, fields: [("channel", String(subscription.id.rawValue))]
            )
            .write(into: &w) { w in
                w.raw("<button class=\"quiet\">")
                w.text(Strings.tryNow)
                w.raw("</button>")
            }
        case .gone where subscription.isFollowed:
            // A retry would hardly help: the site has reported the feed as gone.
            w.raw("<p>")
            w.text(Strings.goneFeedAdvice)
            w.raw("</p><a class=\"quiet\"")
            w.attribute("href", scope.path(Route.addFeed("")))
            w.raw(">")
            w.text(Strings.addFeed)
            w.raw("</a>")
            if offersUnfollow { UnfollowForm.write(scope, subscription, into: &w) }
        default: break
        }
        w.raw("</div>")
    }
}

enum FullTextField {
    private static let options: [(choice: FullTextChoice, word: StaticString)] = [
        (.automatic, "When cut short"), (.always, "Always"), (.never, "Never"),
    ]

    static func write(_ choice: FullTextChoice, _ guess: TruncationGuess, into w: inout HTMLWriter) {
        w.raw("<fieldset class=\"full-text-choice\"><legend>Full text</legend>")
        w.raw("<div class=\"choices\">")
        for offer in options {
            w.raw("<label><input type=\"radio\" name=\"fullText\"")
            w.attribute("value", offer.choice.rawValue)
            if offer.choice == choice { w.raw(" checked") }
            w.raw("><span>")
            w.raw(offer.word)
            w.raw("</span></label>")
        }
        w.raw("</div><p class=\"hint\">")
        w.text(Strings.fullTextChoiceExplanation(choice, guess))
        w.raw("</p></fieldset>")
    }
}
