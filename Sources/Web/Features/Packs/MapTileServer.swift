import URLs

/// A server of map tiles that the operator has configured (docs/packs.md). Without one, maps are drawn from their packs
/// alone.
public struct MapTileServer: Sendable, Hashable {
    /// The deepest zoom; deeper ones show houses, which no map of a pack needs.
    static let maxZoom = 16

    /// The URL template with `{z}`, `{x}` and `{y}`.
    private let template: String
    let host: String
    /// The credit of the tiles, as their licence requires.
    let credit: String

    /// The position of a tile, in the numbering that most servers share (Web Mercator, from the north-west).
    struct Tile: Sendable, Hashable {
        let zoom, column, row: Int

        /// Creates a position; nil outside the world, or for too deep a zoom.
        init?(zoom: Int, column: Int, row: Int) {
            guard (0...MapTileServer.maxZoom).contains(zoom) else { return nil }
            let count = 1 << zoom
            guard column >= 0, column < count, row >= 0, row < count else { return nil }
            (self.zoom, self.column, self.row) = (zoom, column, row)
        }
    }

    /// Creates a server.
    /// - Returns: nil unless the template is a web address with each of `{z}`, `{x}` and `{y}` once, and the credit is
    ///   one line of at most 300 bytes.
    public init?(template: String, credit: String) {
        let places = ["{z}", "{x}", "{y}"]
        guard places.allSatisfy({ template.ranges(of: $0).count == 1 }), !credit.isEmpty, credit.utf8.count <= 300,
            !credit.contains(where: \.isNewline)
        else { return nil }
        let first = places.reduce(template) { $0.replacing($1, with: "0") }
        guard first.hasPrefix("https://") || first.hasPrefix("http://"), let address = WebAddress(first) else {
            return nil
        }
        (self.template, self.credit, host) = (template, credit, address.host)
    }

    func address(of tile: Tile) -> String {
        template.replacing("{z}", with: String(tile.zoom)).replacing("{x}", with: String(tile.column))
            .replacing("{y}", with: String(tile.row))
    }
}
