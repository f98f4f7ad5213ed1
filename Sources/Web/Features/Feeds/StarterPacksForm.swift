import Library
import Markup
import News
import URLs

/// A form with the starter packs, one tap each; a pack whose feeds are all followed leads to them.
struct StarterPacksForm {
    let scope: RequestScope
    let known: FeedCatalog

    private var packs: [StarterFeedList] { scope.dependencies.integrations.starterFeeds }

    /// The number of feeds whose icons a card shows.
    private static let shownIcons = 3

    var isEmpty: Bool { packs.isEmpty }

    func write(into w: inout HTMLWriter) {
        ActionForm(scope, .starterFeeds, returnPath: scope.path(Route.today), style: "cards starter-packs").write(
            into: &w
        ) { w in
            for (index, pack) in packs.enumerated() {
                let missing = pack.feeds.count { !known.isFollowed($0.address) }
                if missing == 0 {
                    w.element(.a, class: "pack starter-pack", [.href(scope.path(Route.feeds))]) { w in
                        writeCard(pack, missing, &w)
                    }
                } else {
                    w.element(.button, class: "pack starter-pack", [.name("list"), .value(String(index))]) { w in
                        writeCard(pack, missing, &w)
                    }
                }
            }
        }
    }

    private func writeCard(_ pack: StarterFeedList, _ missing: Int, _ w: inout HTMLWriter) {
        if let cover = pack.cover {
            let path = scope.dependencies.assets.path(named: "cover-\(cover).svg")
            w.void(
                .img, class: "cover", [.alt(""), .width(240), .height(160), .decoding("async"), .src(path)])
        }
        w.element(.span, class: "pack-text") { w in
            w.element(.b, text: pack.title)
            w.element(.span, text: pack.summary)
            w.element(.span, class: "pack-icons") { w in
                for feed in pack.feeds.prefix(Self.shownIcons) {
                    SiteIconView.write(
                        scope, known.entry(at: feed.address)?.icon, title: feed.title ?? feed.address.host, size: 24,
                        into: &w)
                }
                w.element(.span, class: "pack-action", text: Strings.followPack(missing, of: pack.feeds.count))
            }
            let sites = pack.feeds.map { $0.title ?? $0.address.host }.joined(separator: ", ")
            w.element(.span, class: "pack-sites", text: sites)
        }
    }
}
