/// The tables of a pack file, as docs/packs.md lists them; a test compares the two.
struct PackTable: Sendable {
    let name: String
    /// In the order of their hashing.
    let columns: [String]
    /// The first columns order the rows, bytewise.
    let keyCount: Int
    let sql: String
    /// Rows above this are refused.
    var limit: @Sendable (PackLimits) -> Int

    /// "TPCK".
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
    /// `data` is hashed by its name, so it is none of the columns here. Without it the picture is beside the file.
    static let media = PackTable(
        name: "media", columns: ["sha256", "type", "size"], keyCount: 1,
        sql: """
            create table media (sha256 text not null primary key, type text not null, size integer not null,
            data blob) strict
            """, limit: \.media)
    /// At most one row, whose id is 1.
    static let baseMap = PackTable(
        name: "base_map", columns: ["id", "json"], keyCount: 1,
        sql: "create table base_map (id integer not null primary key, json text not null) strict", limit: { _ in 1 })
    /// The hashes of the others.
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

/// What a pack file may hold at most.
public struct PackLimits: Sendable {
    /// Bytes of the file.
    public var fileSize = 4 << 30
    public var pages = 50_000
    public var photographs = 50_000
    public var media = 200_000
    /// Bytes of one picture.
    public var mediumSize = 32 << 20
    /// UTF-8 bytes of one page's text.
    public var textSize = 1 << 20
    /// Bytes of all rows together, without pictures.
    public var allTexts = 128 << 20
    /// UTF-8 bytes of the base map as JSON.
    public var baseMapSize = 1 << 20
    public var baseMapAreas = 2_000
    public var baseMapTowns = 2_000
    public var baseMapPoints = 50_000
    /// Pages from the root to the deepest one.
    public var depth = 20

    public init() {}
}
