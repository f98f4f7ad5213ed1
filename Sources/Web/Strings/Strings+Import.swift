import Library

extension Strings {
    static let importOPML = "Import OPML"
    static let exportOPML = "Export OPML"
    static let importFromReader = "Import from another reader"
    static let bringFeeds = "Bring your feeds from another reader"
    static let bringFeedsHint =
        "Export your feeds there as an OPML file, which lists them with their folders, and choose it here. "
        + "Saved stories come along too: the exports of Pocket, Instapaper, FreshRSS, Miniflux and Feedly are recognised."
    static let exportedFile = "Exported file"
    static let importFile = "Import"
    static let chooseFile = "Choose a file first."
    static let feedNameOrAddress = "Name or address"
    static let findFeedsHint = "A site’s front page will do, such as example.org: its feeds are found from there."
    static let fromYourNewspapers = "Feeds of your newspapers"
    static let firstRunTitle = "A newspaper of your own."
    static let firstRunDek = "Take a starter pack; add and drop feeds as you like."
    static let followSomethingElse = "Or find a feed"
    static let folder = "Folder"
    static let noFolder = "None"
    static let newFolder = "New folder"
    static let alreadyFollowed = "You follow this feed."
    static let readIt = "Read it"
    static func noFeedNamed(_ words: String) -> String {
        "No feed that is known here is called “\(words)”. Type the address of its site, such as example.org."
    }
    static func noFeedFound(at host: String) -> String {
        "No feed was found at \(host). Try the address of the feed itself."
    }
    static func moreFeedsMatch(_ shown: Int) -> String { "More feeds match; these are the best \(shown)." }
    /// Returns the line under a feed's name: "Followed in Culture · loom.example".
    static func namedFeed(isFollowed: Bool, place: String?, host: String) -> String {
        let state = isFollowed ? place.map { "Followed in \($0)" } ?? "Followed" : place
        return [state, host].compactMap(\.self).joined(separator: " · ")
    }
    static func followPack(_ missing: Int, of total: Int) -> String {
        missing == 0 ? "Followed" : missing == total ? "Follow all \(total)" : "Follow \(missing) more"
    }
    static let newspapers = "Newspapers"
    static let starterPacks = "Starter packs"
    static let firstRunHint = "Nothing leaves this machine except requests for what you follow."
    static let earlierFeeds = "Previous feeds"
    static let moreFeeds = "More feeds"
    static func showAll(_ count: Int) -> String { "Show all \(count)" }

    /// Returns the numbers of the groups: "2 feeds added, 1 followed already, 1 listed twice, 1 refused."
    static func importSummary(_ result: ImportResult) -> String {
        let (known, repeated) = (result.count(of: .known), result.count(of: .repeated))
        var parts = ["\(feeds(result.count(of: .added))) added"]
        if known > 0 { parts.append("\(known) followed already") }
        if repeated > 0 { parts.append("\(repeated) listed twice") }
        if !result.refused.isEmpty { parts.append("\(result.refused.count) refused") }
        return parts.joined(separator: ", ") + "."
    }

    static func importGroup(_ group: ImportResult.Group, _ count: Int) -> String {
        switch group {
        case .refused: "Refused (\(count))"
        case .added: "New (\(count))"
        case .known: "Followed already (\(count))"
        case .repeated: "Listed twice in the file (\(count))"
        }
    }

    static func refusedFeed(_ refused: InvalidOPMLEntry) -> String {
        "\(refused.line.map { "Line \($0): " } ?? "")not a web address"
    }
}
