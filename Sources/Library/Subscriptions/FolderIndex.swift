/// A reader's folders by path and by title, read once: a list with a thousand folders looks for each of them here and not in
/// the database, whose titles have no index.
struct FolderIndex {
    private let session: Session
    private let reader: Int64
    private var byPath: [String: Int64] = [:]
    /// The oldest of those that share a title.
    private var byTitle: [String: Int64] = [:]
    private var lastPosition: Int64 = 0

    init(session: Session, reader: Int64) throws {
        (self.session, self.reader) = (session, reader)
        let known = try session.all(
            "select id, title, path, position from folder where reader_id = ? order by id", [.number(reader)]
        ) { (id: $0.number(), title: $0.words(), path: $0.words(), position: $0.number()) }
        for folder in known {
            note(folder.id, title: folder.title, path: folder.path)
            lastPosition = max(lastPosition, folder.position)
        }
    }

    /// The folder with that title or nested path; made at the end if it is missing. *Other* for an empty path.
    mutating func id(of path: [String]) throws -> Int64 {
        let path = path.compactMap { Titles.tidy($0.replacing(Folders.separator, with: " ")) }
        guard let title = path.last else { return 0 }
        let stored = path.joined(separator: Folders.separator)
        if let known = byPath[stored] { return known }
        // A person names a folder by its title, however it is nested.
        if path.count == 1, let known = byTitle[title] { return known }
        let own = byTitle[title] == nil ? title : path.joined(separator: " / ")
        lastPosition += 1
        let id = try session.insert(
            "insert into folder (reader_id, title, path, position) values (?, ?, ?, ?)",
            [.number(reader), .words(own), .words(stored), .number(lastPosition)])
        note(id, title: own, path: stored)
        return id
    }

    private mutating func note(_ id: Int64, title: String, path: String) {
        byPath[path] = id
        byTitle[title] = byTitle[title] ?? id
    }
}
