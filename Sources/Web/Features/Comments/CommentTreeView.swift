import Library
import Markup
import News

/// A view of comments as nested lists in reading order. Browsers flatten elements nested deeper than some hundreds.
struct CommentTreeView {
    let scope: RequestScope
    let details: ThreadDetails
    let list: StoryList?
    let isTopOnly: Bool
    let hasProfiles: Bool
    let writing: ThreadPostingContext?

    /// The depth beyond which replies are siblings, labelled with their level.
    static let maxNesting = 40
    /// The depth from which the level is also shown as text.
    static let levelLabelDepth = 6

    private struct OpenElement {
        var depth: Int
        var hasList = false

        func close(_ w: inout HTMLWriter) {
            if hasList { w.raw("</ol>") }
            w.raw("</details></li>")
        }
    }

    func write(into w: inout HTMLWriter) {
        let shown = isTopOnly ? details.comments.filter { $0.depth == 0 } : details.comments
        let heights = Self.heightSteps(shown)
        w.raw("<ol class=\"thread\">")
        var open: [OpenElement] = []
        for (index, comment) in shown.enumerated() {
            let depth = min(comment.depth, Self.maxNesting)
            while let last = open.last, last.depth >= depth {
                last.close(&w)
                open.removeLast()
            }
            if let parent = open.indices.last, !open[parent].hasList {
                openList(at: depth, &w)
                open[parent].hasList = true
            }
            CommentView(tree: self, comment: comment, heightStep: comment.isCollapsed ? 0 : heights[index])
                .write(into: &w)
            open.append(OpenElement(depth: depth))
        }
        for comment in open.reversed() { comment.close(&w) }
        w.raw("</ol>")
    }

    private func openList(at depth: Int, _ w: inout HTMLWriter) {
        w.raw(
            depth >= 12
                ? "<ol class=\"deep-level deepest-level\">"
                : depth >= Self.levelLabelDepth ? "<ol class=\"deep-level\">" : "<ol>")
    }

    /// Returns the estimated heights of comments with their replies, in doublings of 120 px, for
    /// `contain-intrinsic-size`. Takes linear time.
    static func heightSteps(_ comments: [CommentDetails]) -> [Int] {
        var sums = comments.map { 100 + $0.body.text.utf8.count / 2 }
        // A comment is added to its parent once all its own replies have been added to it.
        var path: [Int] = []
        func close(to depth: Int) {
            while path.count > depth {
                let closed = path.removeLast()
                if let parent = path.last { sums[parent] += sums[closed] }
            }
        }
        for index in comments.indices {
            close(to: max(0, comments[index].depth))
            path.append(index)
        }
        close(to: 0)
        return sums.map { sum in
            var steps = 0
            while steps < 11, sum > 180 << steps { steps += 1 }
            return steps
        }
    }
}
