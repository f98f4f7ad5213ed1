import Library

extension Strings {
    static let importOPML = "Import OPML"
    static let exportOPML = "Export OPML"
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
