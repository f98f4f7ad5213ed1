internal import Untrusted

/// The parameters of a story request.
struct SampleMITNewsQuery: Sendable, Equatable {
    struct InvalidParameter: Error { let message: String }

    var category: String?
    var searchText: String?
    var isFeaturedOnly = false
    var limit = 20
    var offset = 0

    private static let maxLimit = 100

    /// Reads the parameters of a query.
    /// - Throws: `InvalidParameter` for malformed numbers and cursors.
    init(_ query: String?) throws(InvalidParameter) {
        for (name, value) in QueryFields.read(query) {
            switch name {
            case "category", "categories": category = value
            case "q": searchText = value
            case "featured": isFeaturedOnly = value == "true"
            case "limit": limit = min(Self.maxLimit, try Self.number(value, "limit"))
            case "offset": offset = try Self.number(value, "offset")
            case "cursor": try parse(cursor: value)
            default: break
            }
        }
    }

    var nextPage: SampleMITNewsQuery {
        var next = self
        next.offset += limit
        return next
    }

    var queryString: String {
        var fields: [String] = []
        if let category { fields.append("category=" + Self.encoded(category)) }
        if let searchText { fields.append("q=" + Self.encoded(searchText)) }
        if isFeaturedOnly { fields.append("featured=true") }
        return (fields + ["limit=\(limit)", "offset=\(offset)"]).joined(separator: "&")
    }

    /// The parameters as opaque cursor.
    var cursor: String { Hex.encode(queryString.utf8) }

    private mutating func parse(cursor: String) throws(InvalidParameter) {
        guard let bytes = Hex.decode(cursor), !bytes.isEmpty else {
            throw InvalidParameter(message: "This cursor is not ours.")
        }
        self = try SampleMITNewsQuery(String(decoding: bytes, as: UTF8.self))
    }

    private static func number(_ text: String, _ name: String) throws(InvalidParameter) -> Int {
        guard let number = Int(text), number >= (name == "limit" ? 1 : 0) else {
            throw InvalidParameter(message: "The \(name) “\(text)” is no number.")
        }
        return number
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: String(UnicodeScalar(byte))
            default: "%" + Hex.encode([byte], isUppercase: true)
            }
        }.joined()
    }
}
