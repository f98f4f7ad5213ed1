import CGumbo

/// The decisions of the extraction on all blocks of a page, in the page's order.
public struct ArticleExplanation: Sendable {
    /// A block of text with the decision on it.
    public struct Block: Sendable {
        /// True for a block that is in the article.
        public var isKept: Bool
        /// The reason as an English phrase, such as "part of the text around it".
        public var reason: String
        /// The element with its id and classes, such as `div#main.content`.
        public var element: String
        /// The beginning of the block's text.
        public var text: String
    }

    /// The blocks in the page's order.
    public var blocks: [Block] = []

    /// Collects the blocks of a tree.
    /// - Parameter article: the node that holds the chosen parts.
    init(_ tree: ArticleTree, article: Int) {
        var last: Int?
        for index in tree.nodes.indices where tree.nodes[index].isText && tree.nodes[index].textMeasure.length > 0 {
            let block = Self.block(of: index, in: tree)
            guard block != last else { continue }
            last = block
            let (isKept, reason) = Self.verdict(on: block, in: tree, article: article)
            blocks.append(
                Block(
                    isKept: isKept, reason: reason, element: Self.name(of: block, in: tree),
                    text: tree.text(block, limit: 160)))
        }
    }

    private static func block(of text: Int, in tree: ArticleTree) -> Int {
        var at = text
        while let parent = tree.parent(at) {
            at = parent
            if tree.nodes[at].breaksWord { break }
        }
        return at
    }

    private static func verdict(on block: Int, in tree: ArticleTree, article: Int) -> (isKept: Bool, reason: String) {
        var at = block
        var selection: SelectionReason?
        while let parent = tree.parent(at) {
            selection = tree.nodes[at].selection
            at = parent
        }
        if let removal = tree.nodes[at].removal { return (false, removal.message) }
        return at == article ? (true, (selection ?? .score).message) : (false, "not in the part with the article")
    }

    private static func name(of block: Int, in tree: ArticleTree) -> String {
        var at: Int? = block
        while let index = at {
            let node = tree.nodes[index]
            if let source = node.source, GumboTree.isElement(source) {
                let id = GumboTree.string(source, "id").map { "#" + $0 } ?? ""
                let classes = (GumboTree.string(source, "class") ?? "").split(whereSeparator: \.isWhitespace).map {
                    "." + $0
                }
                return String(cString: gumbo_normalized_tagname(node.tag)) + id + classes.prefix(4).joined()
            }
            at = tree.parent(index)
        }
        return "p"
    }
}

/// The reason why a part of a page is in its article.
enum SelectionReason: UInt8 {
    case score
    case sibling
    case continuation
    case standfirst
    case wholePage

    var message: String {
        switch self {
        case .score: "in the part with the most points"
        case .sibling: "beside that part, with text of its own"
        case .continuation: "goes on with the text of that part"
        case .standfirst: "the introduction"
        case .wholePage: "no part of the page has points, so all of it"
        }
    }
}
