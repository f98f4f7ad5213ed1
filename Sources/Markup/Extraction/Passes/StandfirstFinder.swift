import CGumbo
import Untrusted

/// A finder of an article's introduction by the page's description, which often has the same words.
struct StandfirstFinder {
    private let wanted: [UInt8]

    /// Creates a finder; nil for a description that is too short or too long.
    /// - Parameter description: plain text, often cut.
    init?(description: String?) {
        guard let description, description.utf8.count < 4_000 else { return nil }
        wanted = Self.letters(description)
        guard wanted.count >= Self.minimumLength else { return nil }
    }

    /// Returns the innermost block with the description's words; nil if none of the first 300 blocks has them.
    func find(in tree: ArticleTree, stats: [NodeStatistics]) -> Int? {
        var found: Int?
        var examinedCount = 0
        var hidden: Int?
        for entry in tree.preorder(tree.root) {
            let index = Int(entry)
            let node = tree.nodes[index]
            if let above = hidden, tree.isInside(index, above) { continue }
            hidden = node.flags.contains(.hidden) && !node.isText ? index : nil
            if let found, tree.parent(index) != found { return found }
            guard !node.isText, node.breaksWord, (40...1_500).contains(stats[index].text.length),
                stats[index].elements < 30, stats[index].linkDensity < 0.5, hidden == nil
            else { continue }
            examinedCount += 1
            if examinedCount > 300 { return nil }
            if isWanted(Self.letters(tree.text(index, limit: 2_048))) { found = index }
        }
        return found
    }

    private static let minimumLength = 40

    private func isWanted(_ text: [UInt8]) -> Bool {
        let shared = zip(text, wanted).prefix { $0 == $1 }.count
        guard shared >= Self.minimumLength else { return false }
        let isWhole = shared * 20 >= text.count * 19 && shared * 20 >= wanted.count * 12
        // A description may be the beginning of the block.
        return isWhole || shared * 20 >= wanted.count * 19 && text.count <= 3 * wanted.count
    }

    /// Reduces a text to ASCII letters and digits and all other non-ASCII bytes, which suffice for a comparison.
    private static func letters(_ text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            return lower >= 0x80 || ASCII.isLetter(lower) || ASCII.isDigit(lower) ? lower : nil
        }
    }
}
