import Markup

/// A printer of a page's blocks, those in its article with a plus sign, grouped by their reason.
struct ExplanationPrinter {
    let explanation: ArticleExplanation

    func run() {
        var last: (isKept: Bool, reason: String)?
        for block in explanation.blocks {
            if last?.isKept != block.isKept || last?.reason != block.reason {
                last = (block.isKept, block.reason)
                Terminal.print("\(block.isKept ? "+" : "-") \(TerminalStyle.dim("\(block.reason)"))")
            }
            Terminal.print("    \(block.text)  \(TerminalStyle.dim("\(block.element)"))")
        }
        let kept = explanation.blocks.count(where: \.isKept)
        let left = explanation.blocks.count - kept
        Terminal.print("\(kept) \(kept == 1 ? "block" : "blocks") in the article, \(left) left out.")
    }
}
