/// The cascade layer of a style sheet (CSS Cascade 5 §6.4).
///
/// A page can load its style sheets in any order: inlined, linked after the content, or added by script. So a part's
/// rules win over those of all pages by their layer, never by their place.
enum StylesheetLayer: String, CaseIterable {
    /// Rules of all pages: `app.css`, an edition's row style, grid, ticks and colours.
    case shared
    /// Rules of one part of a page, such as `thread.css`.
    case part

    init(of name: String) {
        self = ["app.css", "grid.css", "ticks.css"].contains(name) || name.hasPrefix("rows-") ? .shared : .part
    }

    /// The rules in this layer; every file begins with the order of the layers, as any can be the first.
    func wrap(_ css: [UInt8]) -> [UInt8] {
        let order = Self.allCases.map(\.rawValue).joined(separator: ",")
        return Array("@layer \(order);@layer \(rawValue){\n".utf8) + css + Array("}\n".utf8)
    }
}
