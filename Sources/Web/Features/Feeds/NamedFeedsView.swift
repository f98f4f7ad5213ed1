import Library
import Markup
import News
import URLs

/// A view of the feeds with a name: a followed one leads to its stories, another can be followed.
struct NamedFeedsView {
    let scope: RequestScope
    let folders: [Folder]

    /// The most feeds that show the choice of a folder each.
    private static let maxFolderChoices = 3

    func write(_ entries: [FeedCatalog.Entry], hasMore: Bool, into w: inout HTMLWriter) {
        let offersFolders = entries.count { !$0.isFollowed } <= Self.maxFolderChoices
        w.element(.div, class: "named-feeds") { w in
            for entry in entries { write(entry, offersFolders: offersFolders, &w) }
        }
        if hasMore { w.element(.p, class: "note", text: Strings.moreFeedsMatch(entries.count)) }
    }

    private func write(_ entry: FeedCatalog.Entry, offersFolders: Bool, _ w: inout HTMLWriter) {
        w.element(.section, class: "named-feed") { w in
            w.element(.div, class: "feed-row") { w in
                SiteIconView.write(scope, entry.icon, title: entry.title, size: 32, into: &w)
                writeName(entry, &w)
                if !entry.isFollowed, !offersFolders { followForm(entry).writeButton(Strings.follow, into: &w) }
            }
            guard !entry.isFollowed, offersFolders else { return }
            followForm(entry).write(into: &w) { w in
                FolderField.write(folders, value: "", into: &w)
                w.element(.button, class: "button primary", text: Strings.follow)
            }
        }
    }

    private func writeName(_ entry: FeedCatalog.Entry, _ w: inout HTMLWriter) {
        let details = Strings.namedFeed(
            isFollowed: entry.isFollowed, place: entry.place, host: entry.address.host)
        guard entry.isFollowed, let channel = entry.channel else {
            return w.element(.div, class: "name") { w in
                w.element(.b, text: entry.title)
                w.element(.small, text: details)
            }
        }
        w.element(.a, class: "name", [.href(scope.path(Route.channel(channel, depth: 0)))]) { w in
            w.element(.b, text: entry.title)
            w.element(.small, text: details)
        }
        Icon.check.write(scope, into: &w)
    }

    private func followForm(_ entry: FeedCatalog.Entry) -> ActionForm {
        let fields =
            entry.channel.map { [("channel", String($0.rawValue))] }
            ?? [("address", entry.address.text), ("title", entry.title)]
        return ActionForm(
            scope, .follow, returnPath: scope.currentURI, fields: fields.map { (name: $0.0, value: $0.1) })
    }
}

/// A view of a feed that was found at an address, with three stories.
struct FoundFeedView {
    let scope: RequestScope
    let folders: [Folder]
    /// The feed as it is stored here; nil if it is not.
    let known: FeedCatalog.Entry?
    let icon: PictureID?

    func write(_ channel: DiscoveredChannel, into w: inout HTMLWriter) {
        let title = channel.metadata.title ?? channel.address.host
        w.element(.section, class: "feed-preview") { w in
            w.element(.div, class: "page-title") { w in
                SiteIconView.write(scope, icon, title: title, size: 32, into: &w)
                w.element(.h2, text: title)
            }
            w.element(.p, class: "note", text: summary(channel))
            for story in channel.preview.prefix(3) { writeStoryPreview(story, &w) }
            guard let known, known.isFollowed else { return writeFollowForm(channel, title, &w) }
            w.element(.p, class: "note") { w in
                w.text(Strings.alreadyFollowed)
                w.text(" ")
                let route = known.channel.map { Route.channel($0, depth: 0) } ?? .feeds
                w.element(.a, class: "quiet", [.href(scope.path(route))], text: Strings.readIt)
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
            w.element(.button, class: "button primary wide-button", text: Strings.follow)
        }
    }
}

/// The choice of a folder: one of the reader's, none, or a new one.
enum FolderField {
    static func write(_ folders: [Folder], value: String, into w: inout HTMLWriter) {
        let titles = folders.filter { $0.id != .other }.map(\.title)
        w.element(.fieldset, class: "folder-choice") { w in
            w.element(.legend, text: Strings.folder)
            w.element(.div, class: "choices") { w in
                writeChoice("", Strings.noFolder, isChosen: !titles.contains(value), &w)
                for title in titles { writeChoice(title, title, isChosen: title == value, &w) }
                w.void(
                    .input, class: "input",
                    [
                        .name("newFolder"), .maxlength(100), .autocomplete("off"),
                        .aria("label", Strings.newFolder), .placeholder(Strings.newFolder),
                    ])
            }
        }
    }

    private static func writeChoice(_ value: String, _ words: String, isChosen: Bool, _ w: inout HTMLWriter) {
        w.element(.label) { w in
            w.void(.input, [.type("radio"), .name("folder"), .value(value), .checked(isChosen)])
            w.element(.span, text: words)
        }
    }
}
