/// The cascade layer of a style sheet (CSS Cascade 5 §6.4).
///
/// A page can load its style sheets in any order: inlined, linked after the content, or added by script. A part's rules
/// therefore override the shared rules by layer, not by order.
enum StylesheetLayer: String, CaseIterable {
    /// The rules of all pages: `app.css`, an edition's row style, grid, ticks and colours.
    case shared
    /// The rules of one part of a page, such as `thread.css`.
    case part

    init(of name: String) {
        self = ["app.css", "grid.css", "ticks.css"].contains(name) || name.hasPrefix("rows-") ? .shared : .part
    }

    /// Returns the rules wrapped in this layer. Every file begins with the order of the layers, as any file can load
    /// first.
    func wrap(_ css: [UInt8]) -> [UInt8] {
        let order = Self.allCases.map(\.rawValue).joined(separator: ",")
        return Array("@layer \(order);@layer \(rawValue){\n".utf8) + css + Array("}\n".utf8)
    }
}
