import News
import URLs
import Yams

extension EditionParser {
    private static let maxSections = 40
    private static let maxChannels = 50

    mutating func sections(_ table: [String: Node], _ root: Node) -> EditionSections? {
        switch (table["sections"], table["offered"]) {
        case (let node?, nil): return listedSections(node)
        case (nil, let node?): return offeredSections(node)
        case (_?, let node?):
            report(node, "An edition has either “sections” or “offered”. Take one of them away.")
        // The sections of such an edition are the topics that readers follow.
        case (nil, nil) where table["topics"] != nil: return .listed([])
        case (nil, nil):
            report(
                root,
                "The edition has no sections. Add “sections:” with a title and feeds for each; docs/editions.md has an example."
            )
        }
        return nil
    }

    private mutating func listedSections(_ node: Node) -> EditionSections? {
        guard let items = list(node, "sections") else { return nil }
        if items.isEmpty { report(node, "“sections” is empty. Add one with a title and feeds.") }
        if items.count > Self.maxSections {
            report(node, "There are more than \(Self.maxSections) sections. Make two papers of them.")
        }
        var sections: [EditionSection] = []
        for item in items {
            guard let section = section(item) else { continue }
            if let other = sections.first(where: { $0.key == section.key }) {
                report(
                    item,
                    "Two sections have the key “\(section.key)”: “\(other.title)” and “\(section.title)”. Give one another: key: \(section.key)-2"
                )
            }
            sections.append(section)
        }
        return .listed(sections)
    }

    private mutating func section(_ node: Node) -> EditionSection? {
        guard let table = table(node, "A section", ["title", "key", "feeds", "channels", "opensOutside"]) else {
            return nil
        }
        let title = line(table["title"], "title", maxLength: 60)
        if table["title"] == nil { report(node, "The section has no title. Add one: title: Harbour") }
        let key = self.key(table["key"], title: title ?? "", node)
        let opensExternally = bool(table["opensOutside"], "opensOutside") ?? false
        var channels: [ChannelAddress] = []
        for (channel, node) in feeds(table["feeds"]) + self.channels(table["channels"]) {
            if channels.contains(channel) {
                report(node, "\(channel.address.displayText) stands in this section twice. Take one away.")
            }
            channels.append(channel)
        }
        if table["feeds"] == nil, table["channels"] == nil {
            report(node, "The section has no feeds. Add some: feeds: [https://harbour.example/feed.xml]")
        }
        if channels.count > Self.maxChannels {
            report(node, "The section draws on more than \(Self.maxChannels) channels. Make two sections of it.")
        }
        return EditionSection(
            key: key, title: title ?? "", channels: channels, options: SectionOptions(opensExternally: opensExternally))
    }

    private mutating func key(_ node: Node?, title: String, _ section: Node) -> String {
        guard let node else {
            let key = Self.slug(title)
            if key.isEmpty, !title.isEmpty {
                report(section, "No key can be made of the title “\(title)”. Give the section one: key: harbour")
            }
            return key
        }
        let key = line(node, "key", maxLength: 40) ?? ""
        if !key.isEmpty, !Self.isSlug(key) {
            report(
                node,
                "The key “\(key)” cannot be used. Use small letters, digits and single hyphens, such as key: harbour")
        }
        return key
    }

    private mutating func feeds(_ node: Node?) -> [(ChannelAddress, Node)] {
        guard let node, let items = list(node, "feeds") else { return [] }
        if items.isEmpty { report(node, "“feeds” is empty. Add the address of a feed.") }
        return items.compactMap { item in
            address(item, "feeds").map { (ChannelAddress(kind: .feed, site: $0, address: $0), item) }
        }
    }

    private mutating func channels(_ node: Node?) -> [(ChannelAddress, Node)] {
        guard let node, let items = list(node, "channels") else { return [] }
        if items.isEmpty { report(node, "“channels” is empty. Add one with a kind and an address.") }
        return items.compactMap { item in
            guard let table = table(item, "A channel", ["kind", "site", "address"]) else { return nil }
            return channelAddress(table, item, kind: .feed).map { ($0, item) }
        }
    }

    /// Parses the address of a channel.
    /// - Parameter standard: the default kind; nil if the kind is required.
    mutating func channelAddress(_ table: [String: Node], _ node: Node, kind standard: SourceKind?)
        -> ChannelAddress?
    {
        let kind = table["kind"].flatMap { line($0, "kind", maxLength: 40) }.map(SourceKind.init(rawValue:)) ?? standard
        guard let kind else {
            if table["kind"] == nil {
                report(node, "The kind of source is missing. Add “kind:”; docs/editions.md lists the kinds.")
            }
            return nil
        }
        let site = table["site"].flatMap { self.address($0, "site") }
        let address = table["address"].flatMap { self.address($0, "address") }
        if kind == .feed {
            if table["address"] == nil { report(node, "The feed's address is missing. Add it: address: https://…") }
            return address.map { ChannelAddress(kind: kind, site: $0, address: $0) }
        }
        if table["site"] == nil { report(node, "The address of the site is missing. Add it: site: https://…") }
        return site.map { ChannelAddress(kind: kind, site: $0, address: address ?? $0) }
    }

    private mutating func offeredSections(_ node: Node) -> EditionSections? {
        guard let table = table(node, "“offered”", ["kind", "site", "address", "treatment"]) else { return nil }
        if let kind = table["kind"], kind.scalar?.string == SourceKind.feed.rawValue {
            report(kind, "A feed offers no sections of its own. Name them under “sections”.")
            return nil
        }
        let address = self.channelAddress(table, node, kind: nil)
        let options = self.sectionOptions(table["treatment"])
        return address.map { .offered(by: $0, options: options) }
    }

    /// Parses options by the source's section keys, which may be any text.
    private mutating func sectionOptions(_ node: Node?) -> [String: SectionOptions] {
        guard let node else { return [:] }
        guard let mapping = node.mapping else {
            report(
                node, "“treatment” holds a section's key and what it does differently: \"2\": { opensOutside: true }")
            return [:]
        }
        var options: [String: SectionOptions] = [:]
        for (key, value) in mapping {
            guard let table = table(value, "“treatment”", ["opensOutside"]) else { continue }
            let opensExternally = bool(table["opensOutside"], "opensOutside") ?? false
            options[key.scalar?.string ?? ""] = SectionOptions(opensExternally: opensExternally)
        }
        return options
    }
}
