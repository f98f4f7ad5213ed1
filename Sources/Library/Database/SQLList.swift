/// The values of a condition such as `id in (?, ?)`. Nulls, which equal nothing, pad the list to a power of two, as each
/// text of a statement is prepared and cached for itself. They rule out `not in`.
struct SQLList {
    /// The placeholders in parentheses.
    let sql: String
    let arguments: [SQLValue]

    init(_ values: [SQLValue]) {
        var count = 1
        while count < values.count { count *= 2 }
        sql = "(" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
        arguments = values + Array(repeating: .null, count: count - values.count)
    }

    init(_ ids: [Int64]) { self.init(ids.map { SQLValue.number($0) }) }
    init(_ texts: [String]) { self.init(texts.map { SQLValue.text($0) }) }
}
