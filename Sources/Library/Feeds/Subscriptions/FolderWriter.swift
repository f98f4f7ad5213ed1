import News

/// Writes a reader's folders. Folders are identified by path: titles joined by a control character.
struct FolderWriter {
    let transaction: Transaction
    let reader: Int64

    static let separator = "\u{1F}"

    /// A condition that excludes sections of editions, which share the table.
    static let isFolderSQL = " and edition is null"

    static func path(_ stored: String) -> [String] { stored.split(separator: separator).map(String.init) }

    /// Returns the folder that matches the title or path, created last if missing; *Other* for an empty path.
    func findOrCreate(path: [String]) throws -> Int64 {
        var index = try FolderIndex(transaction: transaction, reader: reader)
        return try index.findOrCreate(path: path)
    }

    private func folderID(ofPath path: String) throws -> Int64? {
        try transaction.number(
            "select id from folder where reader_id = ? and path = ?\(Self.isFolderSQL)", [.number(reader), .text(path)])
    }

    private func folderID(ofTitle title: String) throws -> Int64? {
        try transaction.number(
            "select id from folder where reader_id = ? and title = ?\(Self.isFolderSQL) order by id limit 1",
            [.number(reader), .text(title)])
    }

    func rename(_ folder: Int64, to title: String) throws {
        guard let path = try path(of: folder) else { throw LibraryError.notThere }
        let stored = (Self.path(path).dropLast() + [title]).joined(separator: Self.separator)
        if let other = try folderID(ofPath: stored), other != folder { throw LibraryError.alreadyThere }
        if let other = try folderID(ofTitle: title), other != folder { throw LibraryError.alreadyThere }
        try transaction.run(
            "update folder set title = ?, path = ? where id = ?", [.text(title), .text(stored), .number(folder)])
    }

    func order(_ folders: [Int64]) throws {
        let known = try transaction.numbers(
            "select id from folder where reader_id = ?\(Self.isFolderSQL) order by position, id", [.number(reader)])
        guard Set(folders).isSubset(of: known), Set(folders).count == folders.count else { throw LibraryError.notThere }
        for (index, folder) in (folders + known.filter { !folders.contains($0) }).enumerated() {
            try transaction.run(
                "update folder set position = ? where id = ?", [.number(Int64(index + 1)), .number(folder)])
        }
    }

    func remove(_ folder: Int64) throws {
        guard try path(of: folder) != nil else { throw LibraryError.notThere }
        try transaction.run(
            "update subscription set folder_id = ? where reader_id = ? and folder_id = ?",
            [.number(SectionID.other.rawValue), .number(reader), .number(folder)])
        try transaction.run("delete from folder where id = ?", [.number(folder)])
    }

    private func path(of folder: Int64) throws -> String? {
        try transaction.text(
            "select path from folder where id = ? and reader_id = ?\(Self.isFolderSQL)",
            [.number(folder), .number(reader)])
    }
}

/// An index of a reader's folders, read once for an import, as titles have no database index.
struct FolderIndex {
    private let transaction: Transaction
    private let reader: Int64
    private var byPath: [String: Int64] = [:]
    /// The folders by title; the oldest of those with the same title.
    private var byTitle: [String: Int64] = [:]
    private var lastPosition: Int64 = 0

    init(transaction: Transaction, reader: Int64) throws {
        (self.transaction, self.reader) = (transaction, reader)
        let known = try transaction.all(
            "select id, title, path, position from folder where reader_id = ?\(FolderWriter.isFolderSQL) order by id",
            [.number(reader)]
        ) { (id: $0.number("id"), title: $0.text("title"), path: $0.text("path"), position: $0.number("position")) }
        for folder in known {
            add(folder.id, title: folder.title, path: folder.path)
            lastPosition = max(lastPosition, folder.position)
        }
    }

    mutating func findOrCreate(path: [String]) throws -> Int64 {
        let path = path.compactMap { LineNormalizer.normalize($0.replacing(FolderWriter.separator, with: " ")) }
        guard let title = path.last else { return SectionID.other.rawValue }
        let stored = path.joined(separator: FolderWriter.separator)
        if let known = byPath[stored] { return known }
        // A single title also matches nested folders.
        if path.count == 1, let known = byTitle[title] { return known }
        let own = byTitle[title] == nil ? title : path.joined(separator: " / ")
        lastPosition += 1
        let id = try transaction.insertReturningID(
            into: "folder",
            [
                "reader_id": .number(reader), "title": .text(own), "path": .text(stored),
                "position": .number(lastPosition),
            ])
        add(id, title: own, path: stored)
        return id
    }

    private mutating func add(_ id: Int64, title: String, path: String) {
        byPath[path] = id
        byTitle[title] = byTitle[title] ?? id
    }
}
