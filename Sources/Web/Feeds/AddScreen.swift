import Foundation
import Library
import Markup
import News

/// Add a feed: an address, then what can be followed there with three stories of each, then *Follow*. An address that
/// another site, a bookmark's script or a share has brought is filled in, and asked for when a person presses the button.
struct AddScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let typed = (visit.query["address"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let folders = try await visit.library.subscriptions.all(for: visit.reader)
        let finding = typed.isEmpty ? nil : await find(typed, visit)
        let followed = Set(folders.flatMap(\.subscriptions).map(\.address))
        let shell = Shell(visit: visit, title: Words.addFeed, left: .back(.feeds), barTitle: Words.addFeed, actions: [])
        return Page(
            isKept: typed.isEmpty,
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">Add a feed</h1><div class=\"card-form\">")
                AddressForm.write(visit, value: typed, into: &w)
                w.raw("</div>")
                switch finding {
                case nil: offers(visit, &w)
                case .sorry(let sentence): sorry(sentence, &w)
                case .unasked(let address): AddressForm.offer(visit, typed, at: address.host, into: &w)
                case .found(let channels):
                    for channel in channels {
                        FoundView(visit: visit, folders: folders, isFollowed: followed.contains(channel.address))
                            .write(channel, into: &w)
                    }
                }
                w.raw("</div>")
            })
    }

    private enum Finding { case found([FoundChannel]), sorry(String), unasked(WebAddress) }

    /// What people type lacks the scheme more often than not.
    private func find(_ typed: String, _ visit: Visit) async -> Finding {
        guard let address = WebAddress(typed: typed) else {
            return .sorry(
                "“\(PlainText.excerpt(of: typed, limit: 80))” is not a web address. Write it as harbourpost.example or https://…."
            )
        }
        guard visit.intent.mayHaveEffects else { return .unasked(address) }
        do {
            let found = try await visit.house.backstage.discovering.discover(at: address)
            return found.isEmpty
                ? .sorry("No feed was found at \(address.host). Try the address of the feed itself.") : .found(found)
        } catch {
            return .sorry(Words.discovery(error, at: address.host, time: visit.time))
        }
    }

    private func offers(_ visit: Visit, _ w: inout HTMLWriter) {
        w.raw(
            "<p class=\"note\">A site’s front page will do: its feeds are found from there.</p><h2 class=\"folder-head\">Bring your feeds</h2><div class=\"card-form\">"
        )
        OutlineForm.write(visit, into: &w)
        w.raw("</div>")
    }

    private func sorry(_ sentence: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"sorry\" role=\"alert\">")
        w.text(sentence)
        w.raw("</p>")
    }
}

/// One thing that can be followed, with a taste of it.
struct FoundView {
    let visit: Visit
    let folders: [Folder]
    let isFollowed: Bool

    func write(_ channel: FoundChannel, into w: inout HTMLWriter) {
        let title = channel.facts.title ?? channel.address.host
        w.raw("<section class=\"preview\"><div class=\"page-title\">")
        SiteIcon.write(visit, nil, title: title, size: 32, into: &w)
        w.raw("<h1>")
        w.text(title)
        w.raw("</h1></div><p class=\"note\">")
        w.text(about(channel))
        w.raw("</p>")
        for story in channel.preview.prefix(3) { taste(story, &w) }
        if isFollowed {
            w.raw("<p class=\"note\">You follow this already.</p>")
        } else {
            follow(channel, title, &w)
        }
        w.raw("</section>")
    }

    private func about(_ channel: FoundChannel) -> String {
        let newest = channel.newestAt.map { ", newest \(visit.time.since($0))" } ?? ""
        let count = channel.count > 0 ? " · \(Words.stories(channel.count))\(newest)" : ""
        return "\(channel.address.shown)\(count)"
    }

    private func taste(_ story: ArrivingStory, _ w: inout HTMLWriter) {
        w.raw("<div class=\"row plain\"")
        if story.direction == .rtl { w.raw(" dir=\"rtl\"") }
        w.raw("><a><div class=\"words\">")
        if let at = story.publishedAt {
            w.raw("<p class=\"from\">")
            TimeView.write(visit, at, into: &w)
            w.raw("</p>")
        }
        w.raw("<h2 class=\"headline\">")
        w.text(story.title)
        w.raw("</h2><p class=\"dek\">")
        w.text(PlainText.excerpt(of: story.dek ?? story.text, limit: 160))
        w.raw("</p></div></a></div>")
    }

    private func follow(_ channel: FoundChannel, _ title: String, _ w: inout HTMLWriter) {
        ActForm(
            visit, .follow, back: visit.path(Route.feeds),
            fields: [
                ("address", channel.address.text), ("kind", channel.kind.rawValue), ("title", title),
                ("site", channel.facts.site?.text ?? ""), ("icon", channel.facts.icon?.text ?? ""),
            ]
        ).write(into: &w) { w in
            FolderField.write(folders, value: "", into: &w)
            w.raw("<button class=\"button main wide-button\">Follow</button>")
        }
    }
}
