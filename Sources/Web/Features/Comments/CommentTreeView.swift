import Library
import Markup
import News

/// The comments of a thread as nested lists, written in one pass in reading order. Nesting is limited, since browsers
/// flatten elements nested deeper than some hundreds.
struct CommentTreeView {
    let scope: RequestScope
    let details: ThreadDetails
    let list: StoryList?
    let isTopOnly: Bool
    let hasProfiles: Bool

    /// Deeper replies are written as siblings at this level and labelled with their level.
    static let maxNesting = 40
    /// From this depth on the level is also written as text.
    static let levelLabelDepth = 6

    /// A comment whose element is still open, and whether its list of replies is.
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
        let nexts = isTopOnly ? [] : Self.nextComments(shown)
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
            CommentView(
                tree: self, comment: comment, next: nexts.isEmpty ? nil : nexts[index], heightStep: heights[index]
            )
            .write(into: &w)
            open.append(OpenElement(depth: depth))
        }
        for comment in open.reversed() { comment.close(&w) }
        w.raw("</ol>")
    }

    private func openList(at depth: Int, _ w: inout HTMLWriter) {
        w.raw(depth >= 12 ? "<ol class=\"deep far\">" : depth >= Self.levelLabelDepth ? "<ol class=\"deep\">" : "<ol>")
    }

    /// The estimated height of each comment with its replies, in doublings of 120 px: `contain-intrinsic-size` for
    /// comments that browsers have not laid out.
    private static func heightSteps(_ comments: [CommentDetails]) -> [Int] {
        var sums = comments.map { 100 + $0.body.text.utf8.count / 2 }
        var path: [Int] = []
        for index in comments.indices {
            path.removeLast(path.count - min(max(0, comments[index].depth), path.count))
            for above in path { sums[above] += 100 + comments[index].body.text.utf8.count / 2 }
            path.append(index)
        }
        return sums.map { sum in
            var steps = 0
            while steps < 11, sum > 180 << steps { steps += 1 }
            return steps
        }
    }

    /// For each comment the one that follows its replies: the next on its level, else on a level above.
    private static func nextComments(_ comments: [CommentDetails]) -> [CommentID?] {
        var nexts = [CommentID?](repeating: nil, count: comments.count)
        for (index, comment) in comments.enumerated() {
            let after = index + comment.replyCount + 1
            // Top-level comments always get the link, so that stepping along them is not interrupted by one without
            // replies.
            let leadsOn = comment.replyCount > 0 || comment.depth == 0
            if after < comments.count, leadsOn { nexts[index] = comments[after].id }
        }
        return nexts
    }
}
