/// A reader's folders. A folder is known by the titles on its way from the outside (its path), joined by a control
/// character that no title holds.
struct Folders {
    let session: Session
    let reader: Int64

    static let separator = "\u{1F}"

    static func path(_ stored: String) -> [String] { stored.split(separator: separator).map(String.init) }

    /// The folder with that title or nested path; made at the end if it is missing. *Other* for an empty path.
    func id(of path: [String]) throws -> Int64 {
        var index = try FolderIndex(session: session, reader: reader)
        return try index.id(of: path)
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
