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
        let hub = try await scope.library.hubs.subscription(of: id)
        let alert = try await AlertOffer(for: .channel(id), scope)
        let problems = try await scope.library.discussions.problems(of: id, limit: 10)
        var layout = PageLayout(
            scope: scope, title: feed.title, left: .back(.channel(id, depth: 0)), barTitle: feed.title,
            actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    w.element(.div, class: "page-title") { w in
                        SiteIconView.write(scope, feed.icon, title: feed.title, size: 32, into: &w)
                        w.element(.h1, text: feed.title)
                    }
                    if let description = feed.description, !description.isEmpty {
                        w.element(.p, class: "note", text: description)
                    }
                    FeedHealthView.write(scope, feed, offersUnfollow: false, into: &w)
                    writeDefinitionList(scope, feed, &w)
                    w.element(.div, class: "card-form") { w in alert?.writeButtonOrLink(scope, into: &w) }
                    if feed.isFollowed {
                        writeSettingsForm(scope, feed, folders, guess, hub, &w)
                    } else {
                        FollowForm.write(scope, feed, into: &w)
                    }
                    writeProblems(scope, problems, title: feed.title, &w)
                    writeRefreshLog(scope, entries, &w)
                    if feed.isFollowed {
                        w.element(.div, class: "card-form") { w in UnfollowForm.write(scope, feed, into: &w) }
                    }
                }
            })
    }

    private func writeDefinitionList(_ scope: RequestScope, _ feed: Subscription, _ w: inout HTMLWriter) {
        let health = feed.health
        func when(_ date: Date?) -> String? { date.map { "\(scope.time.since($0))" } }
        // The sentence above already has the next check of a healthy feed.
        let isHealthy = health.state == .fine || health.state == .gone
        w.element(.dl, class: "facts") { w in
            writeDefinition("Address", feed.address.displayText, &w)
            writeDefinition("Site", feed.site?.displayText, &w)
            writeDefinition("Format", health.format, &w)
            writeDefinition("Stories stored", String(health.storyCount), &w)
            writeDefinition("Newest story", when(health.newestAt), &w)
            writeDefinition("Last checked", when(health.lastFetchedAt), &w)
            writeDefinition("Last changed", when(health.lastChangedAt), &w)
            writeDefinition("Next check", isHealthy ? nil : health.dueAt.map { "\(scope.time.until($0))" }, &w)
            writeDefinition("Reason", isHealthy ? nil : health.reason?.description, &w)
            writeDefinition("New address", health.movedTo?.displayText, &w)
            for diagnostic in health.diagnostics.prefix(5) { writeDefinition("Problem", diagnostic, &w) }
        }
    }

    private func writeDefinition(_ name: String, _ value: String?, _ w: inout HTMLWriter) {
        guard let value, !value.isEmpty else { return }
        w.element(.div) { w in
            w.element(.dt, text: name)
            w.element(.dd, text: value)
        }
    }

    private func writeSettingsForm(
        _ scope: RequestScope, _ feed: Subscription, _ folders: [Folder], _ guess: TruncationGuess,
        _ hub: HubSubscription?, _ w: inout HTMLWriter
    ) {
        w.element(.h2, class: "group-heading", text: "In your feeds")
        ActionForm(
            scope, .updateSubscription, returnPath: scope.currentURI, fields: [("channel", String(id.rawValue))],
            style: "card-form"
        ).write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: "Name")
                w.void(.input, class: "input", [.name("title"), .maxlength(200), .value(feed.title)])
            }
            FolderField.write(folders, value: feed.sectionTitle ?? "", into: &w)
            FullTextField.write(feed.fullText, guess, into: &w)
            if let hub { HubField.write(hub, scope, into: &w) }
            w.element(.button, class: "button", text: "Save changes")
        }
    }

    /// Writes the problems in the site's discussions, with links to these.
    private func writeProblems(
        _ scope: RequestScope, _ problems: [DiscussionProblem], title: String, _ w: inout HTMLWriter
    ) {
        guard !problems.isEmpty else { return }
        w.element(.h2, class: "group-heading", text: Strings.discussionProblems)
        w.element(.ul, class: "feed-log discussion-problems") { w in
            for problem in problems {
                w.element(.li) { w in
                    w.element(
                        .a, [.href(scope.path(Route.comments(problem.story, in: nil)))], text: problem.title)
                    if problem.missingCount > 0 {
                        w.element(.span, text: Strings.commentsMissing(problem.missingCount, title))
                    }
                    for diagnostic in problem.diagnostics { w.element(.span, text: diagnostic) }
                }
            }
        }
    }

    private func writeRefreshLog(_ scope: RequestScope, _ entries: [RefreshLogEntry], _ w: inout HTMLWriter) {
        guard !entries.isEmpty else { return }
        w.element(.h2, class: "group-heading", text: "Fetch log")
        w.element(.ol, class: "feed-log") { w in
            for entry in entries {
                w.element(.li) { w in
                    let time = TimeFormatter.rfc3339(entry.at)
                    w.element(.time, [.datetime(time)], text: scope.time.since(entry.at))
                    w.element(.span, text: Strings.refreshLogEntry(entry))
                }
            }
        }
    }
}

enum UnfollowForm {
    /// - Parameter style: the button's class; nil in menus, which style their lines.
    static func write(
        _ scope: RequestScope, _ feed: Subscription, style: String? = "button", into w: inout HTMLWriter
    ) {
        ActionForm(
            scope, .unfollow, returnPath: scope.path(Route.feeds), fields: [("channel", String(feed.id.rawValue))]
        ).write(into: &w) { w in
            w.element(.button, [.attribute("class", style)], text: "Unfollow")
        }
    }
}

enum FeedHealthView {
    /// Writes the health of a feed, with the actions that may help.
    /// - Parameter offersUnfollow: false if the page already has an unfollow button.
    static func write(
        _ scope: RequestScope, _ subscription: Subscription, offersUnfollow: Bool = true, into w: inout HTMLWriter
    ) {
        let health = subscription.health
        let sentence = Strings.channelHealth(
            health, of: subscription.kind, title: subscription.title, time: scope.time)
        w.element(.div, class: "fetch-failure") { w in
            w.element(.p, text: sentence)
            switch health.state {
            case .failing:
                if health.lastError == .keyNeeded, !scope.keyedAPIs.isEmpty {
                    KeyedAPINotice.writeLink(scope, Strings.enterKey, isMain: false, into: &w)
                }
                // A retry honours Retry-After.
                ActionForm(
                    scope, .retry, returnPath: scope.currentURI, fields: [("channel", String(subscription.id.rawValue))]
                ).writeButton(Strings.tryNow, style: "quiet", into: &w)
            case .gone where subscription.isFollowed:
                // A retry would hardly help: the site has reported the feed as gone.
                w.element(.p, text: Strings.goneFeedAdvice)
                w.element(.a, class: "quiet", [.href(scope.path(Route.addFeed("")))], text: Strings.addFeed)
                if offersUnfollow { UnfollowForm.write(scope, subscription, into: &w) }
            default: break
            }
        }
    }
}

enum FullTextField {
    private static let options: [(choice: FullTextChoice, word: String)] = [
        (.automatic, "When cut short"), (.always, "Always"), (.never, "Never"),
    ]

    static func write(_ choice: FullTextChoice, _ guess: TruncationGuess, into w: inout HTMLWriter) {
        w.element(.fieldset, class: "full-text-choice") { w in
            w.element(.legend, text: "Full text")
            w.element(.div, class: "choices") { w in
                for offer in options {
                    let (value, isChecked) = (offer.choice.rawValue, offer.choice == choice)
                    w.element(.label) { w in
                        w.void(.input, [.type("radio"), .name("fullText"), .value(value), .checked(isChecked)])
                        w.element(.span, text: offer.word)
                    }
                }
            }
            w.element(.p, class: "hint", text: Strings.fullTextChoiceExplanation(choice, guess))
        }
    }
}
