import Crypto
import Foundation
import Untrusted

/// A value of a table.
enum PackValue: Hashable {
    case null
    case integer(Int64)
    case text(String)
}

/// The SHA-256 of a table's rows in order, each value as specified in docs/packs.md: `n;` for null, `i` with the number
/// and `;`, or `t` with the count of bytes, `:` and the text.
struct PackDigest {
    private var hash = SHA256()

    mutating func add(_ row: [PackValue]) {
        for value in row {
            switch value {
            case .null: hash.update(data: Data("n;".utf8))
            case .integer(let number): hash.update(data: Data("i\(number);".utf8))
            case .text(let text): hash.update(data: Data("t\(text.utf8.count):\(text)".utf8))
            }
        }
    }

    var hex: String { Hex.encode(hash.finalize()) }

    static func parts(
        _ manifest: PackManifest, _ pages: [PackPage], _ photographs: [PackPhoto], _ places: [PackPlace],
        _ favourites: [PackFavourite], _ media: [PackMedium], _ baseMap: PackBaseMap?
    ) -> [PackPart] {
        let rows = PackRows(
            manifest: manifest, pages: pages, photographs: photographs, places: places, favourites: favourites,
            media: media, baseMap: baseMap)
        return PackTable.all.map { table in
            var digest = PackDigest()
            for row in rows.rows(of: table) { digest.add(row) }
            return PackPart(name: table.name, sha256: digest.hex)
        }.sorted { $0.name < $1.name }
    }

    static func root(of parts: [PackPart]) -> String {
        var digest = PackDigest()
        for part in parts { digest.add([.text(part.name), .text(part.sha256)]) }
        return digest.hex
    }
}
