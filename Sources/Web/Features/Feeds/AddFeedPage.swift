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
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: "Find feeds")
                    w.element(.div, class: "card-form") { w in FeedAddressForm.write(scope, value: typed, into: &w) }
                    switch finding {
                    case nil: writeSuggestions(scope, followed, &w)
                    case .failed(let sentence):
                        FetchStatusView(state: .failed, sentence: sentence, style: "error-note").write(into: &w)
                    case .needsConfirmation(let address):
                        FeedAddressForm.writeConfirmation(scope, typed, at: address.host, into: &w)
                    case .found(let channels):
                        for channel in channels {
                            let isFollowed = followed.contains(channel.address)
                            FoundFeedView(scope: scope, folders: folders, isFollowed: isFollowed)
                                .write(channel, into: &w)
                        }
                    }
                }
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
        w.element(
            .p, class: "note", text: "A site’s front page will do: its feeds are found from there.")
        let packs = StarterPacksForm(scope: scope, followed: followed)
        if !packs.isEmpty {
            w.element(.h2, class: "group-heading", text: Strings.starterPacks)
            w.element(.div, class: "card-form") { w in packs.write(into: &w) }
        }
        w.element(.h2, class: "group-heading", [.id("import")], text: "Import OPML")
        w.element(.div, class: "card-form") { w in OPMLForm.write(scope, into: &w) }
    }
}

struct FoundFeedView {
    let scope: RequestScope
    let folders: [Folder]
    let isFollowed: Bool

    func write(_ channel: DiscoveredChannel, into w: inout HTMLWriter) {
        let title = channel.metadata.title ?? channel.address.host
        w.element(.section, class: "feed-preview") { w in
            w.element(.div, class: "page-title") { w in
                SiteIconView.write(scope, nil, title: title, size: 32, into: &w)
                w.element(.h2, text: title)
            }
            w.element(.p, class: "note", text: summary(channel))
            for story in channel.preview.prefix(3) { writeStoryPreview(story, &w) }
            guard isFollowed else { return writeFollowForm(channel, title, &w) }
            w.element(.p, class: "note") { w in
                w.text("You already follow this feed, in ")
                w.element(.a, class: "quiet", [.href(scope.path(Route.feeds))], text: "your feeds")
                w.text(".")
            }
        }
    }

    private func summary(_ channel: DiscoveredChannel) -> String {
        let newest = channel.newestAt.map { ", newest \(scope.time.since($0))" } ?? ""
        let count = channel.storyCount > 0 ? " · \(Strings.stories(channel.storyCount))\(newest)" : ""
        return "\(channel.address.displayText)\(count)"
    }

    private func writeStoryPreview(_ story: FetchedStory, _ w: inout HTMLWriter) {
        let isRightToLeft = story.direction == .rtl
        w.element(.div, class: "row", [.dir(isRightToLeft ? "rtl" : nil)]) { w in
            w.element(.a) { w in
                w.element(.div, class: "row-text") { w in
                    if let at = story.publishedAt {
                        w.element(.p, class: "source-line") { w in TimeView.write(scope, at, into: &w) }
                    }
                    w.element(.h3, class: "headline", text: story.title)
                    let dek = PlainText.excerpt(of: story.dek ?? story.text, limit: 160)
                    w.element(.p, class: "dek", text: dek)
                }
            }
        }
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
            w.element(.button, class: "button primary wide-button", text: "Follow")
        }
    }
}
