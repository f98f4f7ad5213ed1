import Library
import Markup
import News
import Pictures
import Untrusted

/// A page outside under an address of this house: signed, so that only what a page of ours leads to can be asked for.
///
/// The mark is over the address and the story it is opened from; where to go back to and which piece is shown are the
/// reader's own affair.
struct LinkedPageURL: Sendable {
    let address: WebAddress
    /// The story it is opened from.
    let story: StoryID?
    /// The list that story was opened from.
    var list: StoryList?
    /// Whether a row of that list led here, and not the story's page.
    var isRow = false
    /// Which piece of a very long text, from 1.
    var piece = 1
    /// Whether the page is to wait for its text: where there is no script to fetch it later.
    var waitsForText = false
    let signature: String

    /// Longer addresses do not fit into one of ours.
    private static let maxAddressLength = 1_800

    /// A signed link; nil for an address too long for one.
    init?(to address: WebAddress, story: StoryID?, access: LinkedPageAccess) {
        guard address.text.utf8.count <= Self.maxAddressLength else { return nil }
        self.address = address
        self.story = story
        signature = access.signer.signature(of: Self.signedText(address, story))
    }

    /// Reads what a request names; nil when no page of ours made it.
    init?(mark: String?, _ query: QueryParameters, access: LinkedPageAccess) {
        guard let mark, let written = query["at"], let address = WebAddress(written), address.text == written
        else { return nil }
        self.address = address
        story = query.id("story").map(StoryID.init(rawValue:))
        list = query["in"].flatMap { StoryList(code: $0) }
        isRow = query["row"] == "1"
        piece = query.number("part")?.int(clampedTo: 1...100_000) ?? 1
        waitsForText = query["wait"] == "1"
        self.signature = mark
        guard access.signer.isValid(Self.signedText(address, story), mark: mark) else { return nil }
    }

    private static func signedText(_ address: WebAddress, _ story: StoryID?) -> String {
        "\(story?.rawValue ?? 0) \(address.withoutFragment.text)"
    }

    /// What a form of ours sends.
    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("mark", signature), ("at", address.withoutFragment.text)]
        if let story { fields.append(("story", String(story.rawValue))) }
        if let list { fields.append(("in", list.code)) }
        if isRow { fields.append(("row", "1")) }
        if piece > 1 { fields.append(("part", String(piece))) }
        return fields
    }

    /// Path and query below an edition's root.
    /// - Parameter place: `outside` for the page, `share` for its menu, `leave` for the question before the original.
    func path(_ place: String) -> String {
        let query = fields.dropFirst().map { "\($0.name)=\(QueryParameters.encodedAddress($0.value))" }.joined(
            separator: "&")
        let path = "\(place)/\(signature)?\(query)" + (waitsForText ? "&wait=1" : "")
        guard place == "outside", let fragment = address.fragment, let name = Self.cleanedAnchor(fragment) else {
            return path
        }
        return "\(path)#\(name)"
    }

    /// The name that an anchor of the page has in its cleaned text (`Markup` keeps them apart by a prefix).
    private static func cleanedAnchor(_ fragment: String) -> String? {
        let name = fragment.utf8
        let isPlain = name.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || [0x2D, 0x2E, 0x3A, 0x5F].contains(byte)
        }
        return isPlain && (1...150).contains(name.count) ? "s-\(fragment)" : nil
    }
}

extension QueryParameters {
    /// Percent-encodes an address for a query, leaving what reads well there as it is (RFC 3986 §3.4).
    static func encodedAddress(_ text: String) -> String {
        text.map { "/:?@,;!~*()$'".contains($0) ? String($0) : encoded(String($0)) }.joined()
    }
}

extension RequestScope {
    /// The way to a page outside through this house; nil where there is no way, or the address is too long.
    func linkedPageURL(
        _ address: WebAddress, from story: StoryID? = nil, in list: StoryList? = nil, isRow: Bool = false
    ) -> LinkedPageURL? {
        guard let access = dependencies.services.linkedPages,
            var link = LinkedPageURL(to: address, story: story, access: access)
        else { return nil }
        link.list = list
        link.isRow = isRow
        return link
    }
}
