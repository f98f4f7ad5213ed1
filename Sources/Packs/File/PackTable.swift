/// A table of a pack file. The tables are those of docs/packs.md; a test compares the two.
struct PackTable: Sendable {
    let name: String
    /// The columns in the order of hashing.
    let columns: [String]
    /// The number of first columns that order the rows, bytewise.
    let keyCount: Int
    let sql: String
    /// Returns the maximum number of rows; files with more are refused.
    var limit: @Sendable (PackLimits) -> Int

    /// The characters "TPCK" as the application ID of pack files.
    static let applicationID = 0x5450_434B

    static let all = [manifest, pages, pictures, photographs, photographFiles, places, favourites, media, baseMap]

    static let manifest = PackTable(
        name: "manifest", columns: ["key", "value"], keyCount: 1,
        sql: "create table manifest (key text not null primary key, value text not null) strict, without rowid",
        limit: { _ in 100 })
    static let pages = PackTable(
        name: "pages",
        columns: ["slug", "parent", "position", "title", "kind", "colour", "ground", "address", "text"], keyCount: 1,
        sql: """
            create table pages (slug text not null primary key, parent text, position integer not null, title text not null,
            kind text not null, colour text, ground integer, address text, text text not null) strict
            """, limit: \.pages)
    static let pictures = PackTable(
        name: "pictures", columns: ["page", "slot", "rendition", "media"], keyCount: 3,
        sql: """
            create table pictures (page text not null, slot text not null, rendition text not null, media text not null,
            primary key (page, slot, rendition)) strict, without rowid
            """, limit: { $0.pages * PackPage.Slot.allCases.count * PackRendition.allCases.count })
    static let photographs = PackTable(
        name: "photographs", columns: ["name", "position", "caption", "credit"], keyCount: 1,
        sql: """
            create table photographs (name text not null primary key, position integer not null, caption text not null,
            credit text) strict
            """, limit: \.photographs)
    static let photographFiles = PackTable(
        name: "photograph_files", columns: ["photograph", "rendition", "media"], keyCount: 2,
        sql: """
            create table photograph_files (photograph text not null, rendition text not null, media text not null,
            primary key (photograph, rendition)) strict, without rowid
            """, limit: { $0.photographs * PackRendition.allCases.count })
    static let places = PackTable(
        name: "places", columns: ["page", "latitude", "longitude"], keyCount: 1,
        sql: """
            create table places (page text not null primary key, latitude integer not null, longitude integer not null)
            strict, without rowid
            """, limit: \.pages)
    static let favourites = PackTable(
        name: "favourites", columns: ["page", "date"], keyCount: 1,
        sql: "create table favourites (page text not null primary key, date integer not null) strict, without rowid",
        limit: \.pages)
    /// The media. The column `data` is not listed, as `sha256` is its hash already; it is null if the picture is beside
    /// the file.
    static let media = PackTable(
        name: "media", columns: ["sha256", "type", "size"], keyCount: 1,
        sql: """
            create table media (sha256 text not null primary key, type text not null, size integer not null,
            data blob) strict
            """, limit: \.media)
    /// The base map: at most one row, whose ID is 1.
    static let baseMap = PackTable(
        name: "base_map", columns: ["id", "json"], keyCount: 1,
        sql: "create table base_map (id integer not null primary key, json text not null) strict", limit: { _ in 1 })
    /// The hashes of the other tables.
    static let parts = PackTable(
        name: "parts", columns: ["name", "sha256"], keyCount: 1,
        sql: "create table parts (name text not null primary key, sha256 text not null) strict, without rowid",
        limit: { _ in 100 })

    var select: String {
        let names = columns.joined(separator: ", ")
        let keys = columns.prefix(keyCount).joined(separator: ", ")
        return "select \(names) from \(name) order by \(keys)"
    }

    func insert(adding more: [String] = []) -> String {
        let names = columns + more
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        return "insert into \(name) (\(names.joined(separator: ", "))) values (\(marks))"
    }
}

/// The limits for the contents of a pack file.
public struct PackLimits: Sendable {
    /// The maximum size of the file in bytes.
    public var fileSize = 4 << 30
    /// The maximum number of pages.
    public var pages = 50_000
    /// The maximum number of photographs.
    public var photographs = 50_000
    /// The maximum number of media files.
    public var media = 200_000
    /// The maximum size of one picture in bytes.
    public var mediumSize = 32 << 20
    /// The maximum size of one page's text in UTF-8 bytes.
    public var textSize = 1 << 20
    /// The maximum size of all rows together in bytes, without pictures.
    public var allTexts = 128 << 20
    /// The maximum size of the base map as JSON in UTF-8 bytes.
    public var baseMapSize = 1 << 20
    /// The maximum number of areas of the base map.
    public var baseMapAreas = 2_000
    /// The maximum number of towns of the base map.
    public var baseMapTowns = 2_000
    /// The maximum number of points in all outlines of the base map.
    public var baseMapPoints = 50_000
    /// The maximum number of pages from the root to the deepest one.
    public var depth = 20

    public init() {}
}
