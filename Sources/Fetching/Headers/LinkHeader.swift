// bounded throughout: every range runs from the start of a scan to its position, and a scan only moves forward.

/// The links of a response (RFC 8288): `<https://a.example/stories?offset=20>; rel="next"`.
public struct LinkHeader: Sendable {
    /// A link with its relations.
    public struct Link: Sendable, Hashable {
        /// The target URL as written, perhaps relative.
        public var target: String
        /// The relations in lower case: `next`.
        public var relations: Set<String>
        /// The context's URL, if not the response itself (§3.2).
        public var anchor: String?
        /// The parameters in order, names in lower case.
        public var parameters: [(name: String, value: String)]

        public static func == (one: Link, other: Link) -> Bool {
            one.target == other.target && one.relations == other.relations && one.anchor == other.anchor
                && one.parameters.elementsEqual(other.parameters, by: ==)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(target)
            hasher.combine(relations)
        }
    }

    /// The links of all `Link` fields, in order.
    public let links: [Link]

    /// Parses the values of all `Link` fields; skips malformed ones.
    public init(_ fields: [String]) {
        links = fields.flatMap { field in
            var reader = LinkHeaderParser(field)
            return reader.links()
        }
    }

    /// Returns the target of the first link with this relation and the response's own context.
    public func target(of relation: String) -> String? {
        let name = relation.lowercased()
        return links.first { $0.relations.contains(name) && ($0.anchor ?? "").isEmpty }?.target
    }
}

extension FetchResponse {
    /// The links in the response's headers.
    public var links: LinkHeader { LinkHeader(values(of: "link")) }
}

/// A parser for a `Link` field by RFC 8288, appendix B.2, that skips malformed parts.
struct LinkHeaderParser {
    private let text: [Unicode.Scalar]
    private var at = 0

    init(_ field: String) { text = Array(field.unicodeScalars) }

    private var current: Unicode.Scalar? { at < text.count ? text[at] : nil }

    mutating func links() -> [LinkHeader.Link] {
        var links: [LinkHeader.Link] = []
        while at < text.count {
            skipSpace()
            guard current == "<" else {
                skipToComma()
                continue
            }
            at += 1
            let start = at
            while at < text.count, text[at] != ">" { at += 1 }
            guard at < text.count else { break }
            let target = string(start..<at)
            at += 1
            let parameters = parameters()
            links.append(link(to: target, parameters))
        }
        return links
    }

    private func link(to target: String, _ parameters: [(name: String, value: String)]) -> LinkHeader.Link {
        // The first `rel` counts (§3.3), and the first `anchor` (B.2, 12).
        let relations = parameters.first { $0.name == "rel" }?.value ?? ""
        return LinkHeader.Link(
            target: target.filter { !$0.isNewline }.trimmingSpace,
            relations: Set(relations.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)),
            anchor: parameters.first { $0.name == "anchor" }?.value, parameters: parameters)
    }

    /// Reads parameters up to a comma outside quotes.
    private mutating func parameters() -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        while true {
            skipSpace()
            guard current == ";" else { break }
            at += 1
            skipSpace()
            let name = token().lowercased()
            skipSpace()
            var value = ""
            if current == "=" {
                at += 1
                skipSpace()
                value = current == "\"" ? quoted() : token()
            }
            if !name.isEmpty { found.append((name, value)) }
        }
        skipToComma()
        return found
    }

    private mutating func token() -> String {
        let start = at
        while let scalar = current, scalar != ";", scalar != ",", scalar != "=", !Self.isSpace(scalar) { at += 1 }
        return string(start..<at)
    }

    /// Reads a quoted string, which may end with the field.
    private mutating func quoted() -> String {
        at += 1
        var value = String.UnicodeScalarView()
        while let scalar = current, scalar != "\"" {
            at += 1
            guard scalar == "\\", let escaped = current else {
                value.append(scalar)
                continue
            }
            value.append(escaped)
            at += 1
        }
        at += 1
        return String(value)
    }

    private mutating func skipToComma() {
        while let scalar = current, scalar != "," { if scalar == "\"" { _ = quoted() } else { at += 1 } }
        at += 1
    }

    private mutating func skipSpace() { while let scalar = current, Self.isSpace(scalar) { at += 1 } }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n"
    }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range])
        return String(view)
    }
}

extension String {
    fileprivate var trimmingSpace: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
