import Library
import Markup
import News
import Pictures
import URLs
import Untrusted

/// The local URL of a linked page, signed so that only addresses that this server's pages link to can be fetched.
///
/// The signature covers the address and the story, not the list and the part.
struct LinkedPageURL: Sendable {
    let address: WebAddress
    let story: StoryID?
    var list: StoryList?
    /// True if a row of that list linked to the page.
    var isRow = false
    /// The part of a very long text, counted from 1.
    var piece = 1
    /// True if the response waits for the text, because the browser runs no script.
    var waitsForText = false
    let signature: String

    /// The limit of an address in bytes; longer ones make the local URL too long.
    private static let maxAddressLength = 1_800

    /// Creates a signed URL; nil if the address is too long.
    init?(to address: WebAddress, story: StoryID?, signer: URLSigner) {
        guard address.text.utf8.count <= Self.maxAddressLength else { return nil }
        self.address = address
        self.story = story
        signature = signer.signature(of: Self.signedText(address, story))
    }

    /// Creates the URL of a request; nil without a valid signature.
    init?(signature: String?, _ query: QueryParameters, signer: URLSigner) {
        guard let signature, let written = query["at"], let address = WebAddress(written), address.text == written
        else { return nil }
        self.address = address
        story = query.id("story").map(StoryID.init(rawValue:))
        list = query["in"].flatMap { StoryList(code: $0) }
        isRow = query["row"] == "1"
        piece = query.number("part")?.int(clampedTo: 1...100_000) ?? 1
        waitsForText = query["wait"] == "1"
        self.signature = signature
        guard signer.isValid(Self.signedText(address, story), signature: signature) else { return nil }
    }

    private static func signedText(_ address: WebAddress, _ story: StoryID?) -> String {
        "\(story?.rawValue ?? 0) \(address.withoutFragment.text)"
    }

    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = [("mark", signature), ("at", address.withoutFragment.text)]
        if let story { fields.append(("story", String(story.rawValue))) }
        if let list { fields.append(("in", list.code)) }
        if isRow { fields.append(("row", "1")) }
        if piece > 1 { fields.append(("part", String(piece))) }
        return fields
    }

    /// Returns the path and query below an edition's root.
    /// - Parameter pattern: the path of the page, of its menu or of the prompt.
    func path(_ pattern: PathPattern) -> String {
        let query = fields.dropFirst().map { "\($0.name)=\(QueryParameters.encodedAddress($0.value))" }.joined(
            separator: "&")
        let path = "\(pattern.path(signature))?\(query)" + (waitsForText ? "&wait=1" : "")
        guard pattern == .linkedPage, let fragment = address.fragment, let name = Self.cleanedAnchor(fragment) else {
            return path
        }
        return "\(path)#\(name)"
    }

    /// Returns the anchor's ID in the sanitised text (`Markup` prefixes IDs); nil if it has other characters or more
    /// than 150.
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
    /// Returns the text percent-encoded, except for characters that need no encoding in a query (RFC 3986 §3.4).
    static func encodedAddress(_ text: String) -> String {
        text.map { "/:?@,;!~*()$'".contains($0) ? String($0) : encoded(String($0)) }.joined()
    }
}

extension RequestScope {
    /// Returns the signed URL of a linked page; nil if the address is too long.
    func linkedPageURL(
        _ address: WebAddress, from story: StoryID? = nil, in list: StoryList? = nil, isRow: Bool = false
    ) -> LinkedPageURL? {
        let signer = dependencies.integrations.linkedPageSigner
        guard var link = LinkedPageURL(to: address, story: story, signer: signer) else { return nil }
        link.list = list
        link.isRow = isRow
        return link
    }
}
