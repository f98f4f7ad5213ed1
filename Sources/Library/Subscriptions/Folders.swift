/// A reader's folders. A folder is known by the titles on its way from the outside (its path), joined by a control
/// character that no title holds.
struct Folders {
    let session: Session
    let reader: Int64

    private static let separator = "\u{1F}"

    static func path(_ stored: String) -> [String] { stored.split(separator: separator).map(String.init) }

    /// The folder with that title or nested path; made at the end if it is missing. *Other* for an empty path.
    func id(of path: [String]) throws -> Int64 {
        let path = path.compactMap { Titles.tidy($0.replacing(Self.separator, with: " ")) }
        guard let title = path.last else { return 0 }
        let stored = path.joined(separator: Self.separator)
        if let known = try number(ofPath: stored) { return known }
        // A person names a folder by its title, however it is nested.
        if path.count == 1, let known = try number(ofTitle: title) { return known }
        let isTaken = try number(ofTitle: title) != nil
        return try session.insert(
            """
            insert into folder (reader_id, title, path, position)
            values (?, ?, ?, (select coalesce(max(position), 0) + 1 from folder where reader_id = ?))
            """,
            [
                .number(reader), .words(isTaken ? path.joined(separator: " / ") : title), .words(stored),
                .number(reader),
            ])
    }

    private func number(ofPath path: String) throws -> Int64? {
        try session.number("select id from folder where reader_id = ? and path = ?", [.number(reader), .words(path)])
    }

    private func number(ofTitle title: String) throws -> Int64? {
        try session.number(
            "select id from folder where reader_id = ? and title = ? order by id limit 1",
            [.number(reader), .words(title)])
    }

    func rename(_ folder: Int64, to title: String) throws {
        guard let path = try path(of: folder) else { throw LibraryError.notThere }
        let stored = (Self.path(path).dropLast() + [title]).joined(separator: Self.separator)
        if let other = try number(ofPath: stored), other != folder { throw LibraryError.alreadyThere }
        if let other = try number(ofTitle: title), other != folder { throw LibraryError.alreadyThere }
        try session.run(
            "update folder set title = ?, path = ? where id = ?", [.words(title), .words(stored), .number(folder)])
    }

    func remove(_ folder: Int64) throws {
        guard try path(of: folder) != nil else { throw LibraryError.notThere }
        try session.run(
            "update subscription set folder_id = 0 where reader_id = ? and folder_id = ?",
            [.number(reader), .number(folder)])
        try session.run("delete from folder where id = ?", [.number(folder)])
    }

    func move(_ folder: Int64, to position: Int) throws {
        var order = try session.all(
            "select id from folder where reader_id = ? order by position, id", [.number(reader)], { $0.number() })
        guard let index = order.firstIndex(of: folder) else { throw LibraryError.notThere }
        order.remove(at: index)
        order.insert(folder, at: min(max(position, 0), order.count))
        for (position, id) in order.enumerated() {
            try session.run("update folder set position = ? where id = ?", [.number(position), .number(id)])
        }
    }

    private func path(of folder: Int64) throws -> String? {
        try session.first(
            "select path from folder where id = ? and reader_id = ?", [.number(folder), .number(reader)]
        ) { $0.words() }
    }
}
