import Foundation
import Markup
import News
import URLs
import Untrusted

/// What a page offers a member for a story or comment: links, most of them with a token.
struct HackerNewsControls: Sendable {
    struct Link: Sendable {
        var address: WebAddress
        /// It takes back what was done (`un=t`).
        var isUndo: Bool
    }

    private var links: [MemberItem.Offer: Link] = [:]
    private(set) var vote = Vote.none

    /// Nil if it is not offered.
    func link(_ offer: MemberItem.Offer) -> Link? { links[offer] }

    /// Whether it is a favourite, hidden or flagged; nil where the page does not tell.
    func isOn(_ offer: MemberItem.Offer) -> Bool? { links[offer]?.isUndo }

    func item(isOwn: Bool) -> MemberItem {
        MemberItem(
            vote: vote, offers: Set(links.keys), isOwn: isOwn, isFavourite: isOn(.favourite), isHidden: isOn(.hide),
            isFlagged: isOn(.flag))
    }

    // MARK: Reading a page

    /// By item. Links that lead elsewhere, or are about another item than they stand at, are left out.
    static func all(
        in root: PageElement, selectors: HackerNewsSelectors, endpoints: HackerNewsEndpoints
    ) -> [Int: HackerNewsControls] {
        var found: [Int: HackerNewsControls] = [:]
        let given = selectors.text("member.given")
        for (offer, rule, vote) in arrowRules {
            for arrow in root.all(selectors.selector(rule)) {
                guard let id = id(ofArrow: arrow) else { continue }
                if !arrow.hasClass(given) {
                    found[id, default: Self()].links[offer] = link(arrow, about: id, endpoints)
                } else if found[id, default: Self()].vote == .none {
                    // Both arrows of a comment are hidden then. The likelier vote comes first.
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
                guard let id = element["href"].flatMap({ HackerNewsQuery($0).item }) else { continue }
                if let link = link(element, about: id, endpoints) { found[id, default: Self()].links[offer] = link }
            }
        }
        return found
    }

    private static let arrowRules: [(MemberItem.Offer, String, Vote)] = [
        (.voteUp, "member.up", .up), (.voteDown, "member.down", .down),
    ]
    private static let linkRules: [(MemberItem.Offer, String)] = [
        (.reply, "member.reply"), (.edit, "member.edit"), (.delete, "member.delete"),
        (.favourite, "member.favourite"), (.hide, "member.hide"), (.flag, "member.flag"),
    ]

    /// `up_123`
    private static func id(ofArrow element: PageElement) -> Int? {
        element["id"]?.split(separator: "_").last.flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }

    private static func link(_ element: PageElement, about id: Int, _ endpoints: HackerNewsEndpoints) -> Link? {
        guard let href = element["href"], let address = WebAddress(href, base: endpoints.base),
            endpoints.isAtOrigin(address)
        else { return nil }
        let query = HackerNewsQuery(href)
        guard query.item == id else { return nil }
        return Link(address: address.withoutFragment, isUndo: query["un"] == "t")
    }
}

/// The query of a link on the site.
struct HackerNewsQuery {
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

    /// Votes of older years name it `for`.
    var item: Int? {
        (fields["id"] ?? fields["for"]).flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }
}
