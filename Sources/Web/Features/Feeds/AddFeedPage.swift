import Foundation
import Library
import Markup
import News
import URLs

/// A page that finds feeds at an address, with three stories each. An address from another site is fetched only after a
/// confirmation.
struct AddFeedPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let typed = (scope.query["address"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let folders = try await scope.library.subscriptions.folders(for: scope.reader)
        let finding = typed.isEmpty ? nil : await discover(typed, scope)
        let followed = Set(folders.flatMap(\.subscriptions).map(\.address))
        var layout = PageLayout(
            scope: scope, title: Strings.addFeed, left: .back(.feeds), barTitle: Strings.addFeed, actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            isCacheable: typed.isEmpty,
            layout.document { w in
                w.raw(
                    "<div class=\"page-column\"><h1 class=\"visually-hidden\">Find feeds</h1><div class=\"card-form\">")
                FeedAddressForm.write(scope, value: typed, into: &w)
                w.raw("</div>")
                switch finding {
                case nil: writeSuggestions(scope, followed, &w)
                case .failed(let sentence): writeErrorNote(sentence, &w)
                case .needsConfirmation(let address):
                    FeedAddressForm.writeConfirmation(scope, typed, at: address.host, into: &w)
                case .found(let channels):
                    for channel in channels {
                        FoundFeedView(scope: scope, folders: folders, isFollowed: followed.contains(channel.address))
                            .write(channel, into: &w)
                    }
                }
                w.raw("</div>")
            })
    }

    private enum DiscoveryState { case found([DiscoveredChannel]), failed(String), needsConfirmation(WebAddress) }

    private func discover(_ typed: String, _ scope: RequestScope) async -> DiscoveryState {
        guard let address = WebAddress(typed: typed) else {
            return .failed(
                "“\(PlainText.excerpt(of: typed, limit: 80))” is not a web address. Write it as example.org or https://…."
            )
        }
        guard scope.intent.allowsSideEffects else { return .needsConfirmation(address) }
        do {
            let found = try await scope.dependencies.integrations.discovery.discover(at: address)
            return found.isEmpty
                ? .failed("No feed was found at \(address.host). Try the address of the feed itself.") : .found(found)
        } catch {
            return .failed(Strings.failure(error, of: .newFeed, at: address.host, scope.time))
        }
    }

    /// Writes the suggestions that can be followed without an address.
    private func writeSuggestions(_ scope: RequestScope, _ followed: Set<WebAddress>, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">A site’s front page will do: its feeds are found from there.</p>")
        let packs = StarterPacksForm(scope: scope, followed: followed)
        if !packs.isEmpty {
            w.raw("<h2 class=\"group-heading\">")
            w.text(Strings.starterPacks)
            w.raw("</h2><div class=\"card-form\">")
            packs.write(into: &w)
            w.raw("</div>")
        }
        w.raw("<h2 class=\"group-heading\" id=\"import\">Import OPML</h2><div class=\"card-form\">")
        OPMLForm.write(scope, into: &w)
        w.raw("</div>")
    }

    private func writeErrorNote(_ sentence: String, _ w: inout HTMLWriter) {
        FetchStatusView(state: .failed, sentence: sentence, style: "error-note").write(into: &w)
    }
}

struct FoundFeedView {
    let scope: RequestScope
    let folders: [Folder]
    let isFollowed: Bool

    func write(_ channel: DiscoveredChannel, into w: inout HTMLWriter) {
        let title = channel.metadata.title ?? channel.address.host
        w.raw("<section class=\"feed-preview\"><div class=\"page-title\">")
        SiteIconView.write(scope, nil, title: title, size: 32, into: &w)
        w.raw("<h2>")
        w.text(title)
        w.raw("</h2></div><p class=\"note\">")
        w.text(summary(channel))
        w.raw("</p>")
        for story in channel.preview.prefix(3) { writeStoryPreview(story, &w) }
        if isFollowed {
            w.raw("<p class=\"note\">You already follow this feed, in <a class=\"quiet\"")
            w.attribute("href", scope.path(Route.feeds))
            w.raw(">your feeds</a>.</p>")
        } else {
            writeFollowForm(channel, title, &w)
        }
        w.raw("</section>")
    }

    private func summary(_ channel: DiscoveredChannel) -> String {
        let newest = channel.newestAt.map { ", newest \(scope.time.since($0))" } ?? ""
        let count = channel.storyCount > 0 ? " · \(Strings.stories(channel.storyCount))\(newest)" : ""
        return "\(channel.address.displayText)\(count)"
    }

    private func writeStoryPreview(_ story: FetchedStory, _ w: inout HTMLWriter) {
        w.raw("<div class=\"row\"")
        if story.direction == .rtl { w.raw(" dir=\"rtl\"") }
        w.raw("><a><div class=\"row-text\">")
        if let at = story.publishedAt {
            w.raw("<p class=\"source-line\">")
            TimeView.write(scope, at, into: &w)
            w.raw("</p>")
        }
        w.raw("<h3 class=\"headline\">")
        w.text(story.title)
        w.raw("</h3><p class=\"dek\">")
        w.text(PlainText.excerpt(of: story.dek ?? story.text, limit: 160))
        w.raw("</p></div></a></div>")
    }

    private func writeFollowForm(_ channel: DiscoveredChannel, _ title: String, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .follow, returnPath: scope.path(Route.feeds),
            fields: [
                ("address", channel.address.text), ("kind", channel.kind.rawValue), ("title", title),
                ("site", channel.metadata.site?.text ?? ""), ("icon", channel.metadata.icon?.text ?? ""),
            ]
        ).write(into: &w) { w in
            FolderField.write(folders, value: "", into: &w)
            w.raw("<button class=\"button primary wide-button\">Follow</button>")
        }
    }
}
