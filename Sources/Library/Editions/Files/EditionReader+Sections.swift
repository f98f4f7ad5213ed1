import Markup
import News
import Yams

/// What an edition consists of.
extension EditionReader {
    private static let mostSections = 40
    private static let mostChannels = 50

    /// Sections that the file names, or those that a source offers.
    mutating func sections(_ table: [String: Node], _ root: Node) -> EditionSections? {
        switch (table["sections"], table["offered"]) {
        case (let node?, nil): return listed(node)
        case (nil, let node?): return offered(node)
        case (_?, let node?):
            complain(node, "An edition has either “sections” or “offered”. Take one of them away.")
        case (nil, nil):
            complain(
                root,
                "The edition has no sections. Add “sections:” with a title and feeds for each; docs/editions.md has an example."
            )
        }
        return nil
    }

    private mutating func listed(_ node: Node) -> EditionSections? {
        guard let items = list(node, "sections") else { return nil }
        if items.isEmpty { complain(node, "“sections” is empty. Add one with a title and feeds.") }
        if items.count > Self.mostSections {
            complain(node, "There are more than \(Self.mostSections) sections. Make two papers of them.")
        }
        var sections: [EditionSection] = []
        for item in items {
            guard let section = section(item) else { continue }
            if let other = sections.first(where: { $0.key == section.key }) {
                complain(
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
        let title = line(table["title"], "title", most: 60)
        if table["title"] == nil { complain(node, "The section has no title. Add one: title: Harbour") }
        let key = self.key(table["key"], title: title ?? "", node)
        let opensOutside = flag(table["opensOutside"], "opensOutside") ?? false
        var channels: [ChannelAddress] = []
        for (place, node) in feeds(table["feeds"]) + self.channels(table["channels"]) {
            if channels.contains(place) {
                complain(node, "\(place.address.shown) stands in this section twice. Take one away.")
            }
            channels.append(place)
        }
        if table["feeds"] == nil, table["channels"] == nil {
            complain(node, "The section has no feeds. Add some: feeds: [https://harbour.example/feed.xml]")
        }
        if channels.count > Self.mostChannels {
            complain(node, "The section draws on more than \(Self.mostChannels) channels. Make two sections of it.")
        }
        return EditionSection(
            key: key, title: title ?? "", channels: channels, treatment: SectionTreatment(opensOutside: opensOutside))
    }

    private mutating func key(_ node: Node?, title: String, _ section: Node) -> String {
        guard let node else {
            let key = Self.slug(title)
            if key.isEmpty, !title.isEmpty {
                complain(section, "No key can be made of the title “\(title)”. Give the section one: key: harbour")
            }
            return key
        }
        let key = line(node, "key", most: 40) ?? ""
        if !key.isEmpty, !Self.isName(key) {
            complain(
                node,
                "The key “\(key)” cannot be used. Use small letters, digits and single hyphens, such as key: harbour")
        }
        return key
    }

    private mutating func feeds(_ node: Node?) -> [(ChannelAddress, Node)] {
        guard let node, let items = list(node, "feeds") else { return [] }
        if items.isEmpty { complain(node, "“feeds” is empty. Add the address of a feed.") }
        return items.compactMap { item in
            address(item, "feeds").map { (ChannelAddress(kind: .feed, site: $0, address: $0), item) }
        }
    }

    private mutating func channels(_ node: Node?) -> [(ChannelAddress, Node)] {
        guard let node, let items = list(node, "channels") else { return [] }
        if items.isEmpty { complain(node, "“channels” is empty. Add one with a kind and an address.") }
        return items.compactMap { item in
            guard let table = table(item, "A channel", ["kind", "site", "address"]) else { return nil }
            return place(table, item, kind: .feed).map { ($0, item) }
        }
    }

    /// - Parameter kind: what it is when nothing is said; nil where that must be said.
    private mutating func place(_ table: [String: Node], _ node: Node, kind standard: SourceKind?) -> ChannelAddress? {
        let kind = table["kind"].flatMap { line($0, "kind", most: 40) }.map(SourceKind.init(rawValue:)) ?? standard
        guard let kind else {
            if table["kind"] == nil {
                complain(node, "The kind of source is missing. Add “kind:”; docs/editions.md lists the kinds.")
            }
            return nil
        }
        let site = table["site"].flatMap { self.address($0, "site") }
        let address = table["address"].flatMap { self.address($0, "address") }
        if kind == .feed {
            if table["address"] == nil { complain(node, "The feed's address is missing. Add it: address: https://…") }
            return address.map { ChannelAddress(kind: kind, site: $0, address: $0) }
        }
        if table["site"] == nil { complain(node, "The address of the site is missing. Add it: site: https://…") }
        return site.map { ChannelAddress(kind: kind, site: $0, address: address ?? $0) }
    }

    private mutating func offered(_ node: Node) -> EditionSections? {
        guard let table = table(node, "“offered”", ["kind", "site", "address", "treatment"]) else { return nil }
        if let kind = table["kind"], kind.scalar?.string == SourceKind.feed.rawValue {
            complain(kind, "A feed offers no sections of its own. Name them under “sections”.")
            return nil
        }
        let place = self.place(table, node, kind: nil)
        let treatment = self.treatment(table["treatment"])
        return place.map { .offered(by: $0, treatment: treatment) }
    }

    /// By the source's own keys, which may be anything.
    private mutating func treatment(_ node: Node?) -> [String: SectionTreatment] {
        guard let node else { return [:] }
        guard let mapping = node.mapping else {
            complain(
                node, "“treatment” holds a section's key and what it does differently: \"2\": { opensOutside: true }")
            return [:]
        }
        var treatment: [String: SectionTreatment] = [:]
        for (key, value) in mapping {
            guard let table = table(value, "“treatment”", ["opensOutside"]) else { continue }
            let opensOutside = flag(table["opensOutside"], "opensOutside") ?? false
            treatment[key.scalar?.string ?? ""] = SectionTreatment(opensOutside: opensOutside)
        }
        return treatment
    }
}
