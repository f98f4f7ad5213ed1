import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// The controls that a page offers a member for a story or comment: links, most of them with a token.
struct HackerNewsControls: Sendable {
    struct Link: Sendable {
        var address: WebAddress
        /// True if the link undoes the action (`un=t`).
        var isUndo: Bool
    }

    private var links: [MemberItemState.Offer: Link] = [:]
    private(set) var vote = Vote.none

    /// Returns the link; nil if it is not offered.
    func link(_ offer: MemberItemState.Offer) -> Link? { links[offer] }

    /// Returns true if the item is a favourite, hidden or flagged; nil if the page does not show the link.
    func isOn(_ offer: MemberItemState.Offer) -> Bool? { links[offer]?.isUndo }

    func item(isOwn: Bool) -> MemberItemState {
        MemberItemState(
            vote: vote, availableActions: Set(links.keys), isOwn: isOwn, isFavourite: isOn(.favourite),
            isHidden: isOn(.hide),
            isFlagged: isOn(.flag))
    }

    // MARK: Reading a page

    /// Returns the controls by item id. Links that lead to other sites, or that are about another item than the one
    /// they are placed at, are left out.
    static func all(
        in root: HTMLElement, selectors: HackerNewsSelectors, endpoints: HackerNewsEndpoints
    ) -> [Int: HackerNewsControls] {
        var found: [Int: HackerNewsControls] = [:]
        let given = selectors.text("member.given")
        for (offer, rule, vote) in arrowRules {
            for arrow in root.all(selectors.selector(rule)) {
                guard let id = id(ofArrow: arrow) else { continue }
                if !arrow.hasClass(given) {
                    found[id, default: Self()].links[offer] = link(arrow, about: id, endpoints)
                } else if found[id, default: Self()].vote == .none {
                    // Both arrows of a comment are hidden after a vote. The likelier vote comes first.
                    found[id, default: Self()].vote = vote
                }
            }
        }
        for element in root.all(selectors.selector("member.unvote")) {
            guard let id = id(ofArrow: element) else { continue }
            let isDown = element.text.lowercased().contains(selectors.text("member.undown"))
            found[id, default: Self()].vote = isDown ? .down : .up
            found[id, default: Self()].links[.unvote] = link(element, about: id, endpoints)
        }
        for (offer, rule) in linkRules {
            for element in root.all(selectors.selector(rule)) {
                guard let id = element["href"].flatMap({ HackerNewsLinkQuery($0).item }) else { continue }
                if let link = link(element, about: id, endpoints) { found[id, default: Self()].links[offer] = link }
            }
        }
        return found
    }

    private static let arrowRules: [(MemberItemState.Offer, String, Vote)] = [
        (.voteUp, "member.up", .up), (.voteDown, "member.down", .down),
    ]
    private static let linkRules: [(MemberItemState.Offer, String)] = [
        (.reply, "member.reply"), (.edit, "member.edit"), (.delete, "member.delete"),
        (.favourite, "member.favourite"), (.hide, "member.hide"), (.flag, "member.flag"),
    ]

    /// Reads the id from an element id such as `up_123`.
    private static func id(ofArrow element: HTMLElement) -> Int? {
        element["id"]?.split(separator: "_").last.flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }

    private static func link(_ element: HTMLElement, about id: Int, _ endpoints: HackerNewsEndpoints) -> Link? {
        guard let href = element["href"], let address = WebAddress(href, base: endpoints.base),
            endpoints.isAtOrigin(address)
        else { return nil }
        let query = HackerNewsLinkQuery(href)
        guard query.item == id else { return nil }
        return Link(address: address.withoutFragment, isUndo: query["un"] == "t")
    }
}

/// The query of a link on the site.
struct HackerNewsLinkQuery {
    private var fields: [String: String] = [:]

    init(_ address: String) {
        guard let mark = address.firstIndex(of: "?") else { return }
        let query = address[address.index(after: mark)...].prefix { $0 != "#" }
        for part in query.split(separator: "&").prefix(32) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = String(pair[1]).removingPercentEncoding else { continue }
            fields[String(pair[0])] = fields[String(pair[0])] ?? value
        }
    }

    subscript(name: String) -> String? { fields[name] }

    /// The item id; vote links of past years name the parameter `for`.
    var item: Int? {
        (fields["id"] ?? fields["for"]).flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }
}
