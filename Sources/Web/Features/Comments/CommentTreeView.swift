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

    func write(into w: inout HTMLWriter) {
        let shown = isTopOnly ? details.comments.filter { $0.depth == 0 } : details.comments
        let heights = Self.heightSteps(shown)
        var index = 0
        let takesReplies = writing?.takesComments == true
        w.element(.ol, [.class("thread", takesReplies ? "takes-replies" : nil)]) { w in
            writeComments(shown, heights, from: &index, below: -1, &w)
        }
    }

    /// Writes comments and their replies, up to the first that is not nested deeper than `parentDepth`. `maxNesting`
    /// bounds the recursion.
    private func writeComments(
        _ comments: [CommentDetails], _ heights: [Int], from index: inout Int, below parentDepth: Int,
        _ w: inout HTMLWriter
    ) {
        while index < comments.count, Self.nesting(of: comments[index]) > parentDepth {
            let comment = comments[index]
            let depth = Self.nesting(of: comment)
            let heightStep = comment.isCollapsed ? 0 : heights[index]
            index += 1
            CommentView(tree: self, comment: comment, heightStep: heightStep).write(into: &w) { w in
                guard index < comments.count, Self.nesting(of: comments[index]) > depth else { return }
                let levelClass = Self.levelClass(at: Self.nesting(of: comments[index]))
                w.element(.ol, [.attribute("class", levelClass)]) { w in
                    writeComments(comments, heights, from: &index, below: depth, &w)
                }
            }
        }
    }

    private static func nesting(of comment: CommentDetails) -> Int { min(comment.depth, maxNesting) }

    private static func levelClass(at depth: Int) -> String? {
        if depth >= 12 { return "deep-level deepest-level" }
        return depth >= levelLabelDepth ? "deep-level" : nil
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
