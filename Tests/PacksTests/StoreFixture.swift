import Foundation
import GRDB

@testable import Packs

/// A store of the original app with rows of a test's making, and its pictures.
struct StoreFixture {
    struct Page {
        var key: Int
        var parent: Int?
        var title: String
        var slug: String?
        var permalink: String?
        var text = ""
        var picture: String?
        var header: String?
        var position = 999
    }

    var pages = [Page(key: 1, title: "Mobile app", slug: "mobile-app", permalink: "mobile-app")]
    var photographs: [String?] = []
    /// Below `assets`.
    var files: [String] = []

    mutating func add(
        _ key: Int, _ title: String, below parent: Int = 1, permalink: String? = nil, slug: String? = "",
        text: String = "", picture: String? = nil, header: String? = nil
    ) {
        pages.append(
            Page(
                key: key, parent: parent, title: title, slug: slug, permalink: permalink, text: text, picture: picture,
                header: header))
    }

    func draft() throws -> PackDraft {
        let folder = URL.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        // What stays in the temporary folder does no harm.
        defer { try? FileManager.default.removeItem(at: folder) }
        let assets = folder.appending(path: "assets")
        try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
        for name in files {
            let file = assets.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try PackFixture.jpeg(name).write(to: file)
        }
        let store = folder.appending(path: "StudyInYorkshire.sqlite")
        try write(store)
        guard let version = PackVersion("1") else { throw CocoaError(.formatting) }
        return try CoreDataImporter.read(store, options: .init(version: version))
    }

    private func write(_ file: URL) throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { database in
            try database.execute(
                sql: """
                    create table ZPAGE (Z_PK integer primary key, ZPOSITION integer, ZPARENT integer, ZHEADERIMAGEUID varchar,
                      ZIMAGEUID varchar, ZPERMALINK varchar, ZSLUG varchar, ZTEXT varchar, ZTITLE varchar);
                    create table ZPHOTO (Z_PK integer primary key, ZPOSITION integer, ZIMAGEUID varchar);
                    """)
            for page in pages {
                try database.execute(
                    sql: "insert into ZPAGE values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        page.key, page.position, page.parent, page.header, page.picture, page.permalink, page.slug,
                        page.text, page.title,
                    ])
            }
            for (index, uid) in photographs.enumerated() {
                try database.execute(
                    sql: "insert into ZPHOTO values (?, ?, ?)", arguments: [index + 1, index + 1, uid])
            }
        }
        try queue.close()
    }
}
