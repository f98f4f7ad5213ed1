import News

/// Deletes everything that is a reader's own: the rows that name the reader, and the rows that belong to those. What is found
/// by the database's own references, so that a new table needs no line here.
struct ReaderEraser {
    let transaction: Transaction
    let reader: ReaderID

    /// A reference from a table's column to a column of another table.
    private struct Reference {
        let table, column, target, targetColumn: String
        let isOptional: Bool
    }

    func run() throws {
        // References are checked at the end of the transaction, whatever the order of the deletions.
        try transaction.run("pragma defer_foreign_keys = on")
        let references = try references()
        try transaction.run(
            "delete from secret where name like ?", [.text(MemberAccountStore.secretNamePrefix(reader.rawValue) + "%")])
        try delete(from: "reader", where: "id = \(reader.rawValue)", references, depth: 0)
    }

    /// Deletes rows, after those that belong to them.
    private func delete(
        from table: String, where condition: String, _ references: [Reference], depth: Int
    ) throws {
        guard depth < 8 else { throw LibraryError.failed(why: "tables refer to each other in a circle") }
        for reference in references where reference.target == table && reference.table != table {
            let belongs =
                "\(reference.column) in (select \(reference.targetColumn) from \(table) where \(condition))"
            if reference.isOptional, !Self.isOwned(reference) {
                try transaction.run("update \(reference.table) set \(reference.column) = null where \(belongs)")
            } else {
                try delete(from: reference.table, where: belongs, references, depth: depth + 1)
            }
        }
        try transaction.run("delete from \(table) where \(condition)")
    }

    /// Returns true if the rows with an optional reference belong to what they refer to, as a folder does to its reader.
    private static func isOwned(_ reference: Reference) -> Bool {
        reference.target == "reader" && reference.column == "reader_id" && reference.table != "invitation"
    }

    private func references() throws -> [Reference] {
        try transaction.all(
            """
            select m.name as table_name, f."from" as column_name, f."table" as target, coalesce(f."to", 'id') as target_column,
              (select c."notnull" from pragma_table_info(m.name) c where c.name = f."from") as is_required
            from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table' order by m.name, f.id
            """
        ) { row in
            Reference(
                table: row.text("table_name"), column: row.text("column_name"), target: row.text("target"),
                targetColumn: row.text("target_column"), isOptional: !row.bool("is_required"))
        }
    }
}
