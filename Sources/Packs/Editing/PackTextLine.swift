/// The text and pictures of a paragraph or a heading, in the one form that the editor keeps.
struct PackTextLine: Sendable, Hashable {
    private(set) var pieces: [PackTextPiece]

    var isEmpty: Bool { pieces.isEmpty }

    /// Creates a line: white space is single and never at an end or beside a line break, no line break stands at an end, and
    /// what shows no marks has those of the text around it.
    init(_ pieces: [PackTextPiece]) {
        let hasContent = pieces.contains { $0.isText || $0.isPicture }
        self.pieces = hasContent ? Self.withoutOuterBreaks(Self.withSingleSpaces(pieces)) : []
        adoptMarks()
        join()
    }

    /// Makes one piece of neighbouring texts with the same marks.
    private mutating func join() {
        var joined: [PackTextPiece] = []
        joined.reserveCapacity(pieces.count)
        for piece in pieces {
            let last = joined.count - 1
            if let text = piece.text, last >= 0, joined[last].marks == piece.marks, var whole = joined[last].text {
                let isVisible = joined[last].isText || piece.isText
                // The string is appended to in its place, as a copy of a long one would be made for each piece.
                joined[last].content = .space
                whole += text
                joined[last].content = isVisible ? .text(whole) : .invisible(whole)
            } else {
                joined.append(piece)
            }
        }
        pieces = joined
    }

    private static func withSingleSpaces(_ pieces: [PackTextPiece]) -> [PackTextPiece] {
        var kept: [PackTextPiece] = []
        kept.reserveCapacity(pieces.count)
        for piece in pieces {
            if piece.content.isWhite {
                guard let last = kept.last, last.content != .lineBreak else { continue }
                // No-break spaces that are doubled only make room.
                if last.content.isWhite { kept[kept.count - 1].content = .space } else { kept.append(piece) }
            } else {
                if piece.content == .lineBreak, kept.last?.content.isWhite == true { kept.removeLast() }
                kept.append(piece)
            }
        }
        if kept.last?.content.isWhite == true { kept.removeLast() }
        return kept
    }

    private static func withoutOuterBreaks(_ pieces: [PackTextPiece]) -> [PackTextPiece] {
        let rest = pieces.drop { $0.content == .lineBreak }
        guard let last = rest.lastIndex(where: { $0.content != .lineBreak }) else { return [] }
        return Array(rest[...last])
    }

    /// Gives white space, line breaks and pictures the marks that the texts at both sides share; a picture keeps its link.
    private mutating func adoptMarks() {
        let before = neighbours(pieces.indices)
        let after = neighbours(pieces.indices.reversed())
        for index in pieces.indices where !pieces[index].isText {
            let styles = before.styles[index].intersection(after.styles[index])
            pieces[index].marks.styles = styles
            if pieces[index].isPicture { continue }
            let link = before.links[index]
            pieces[index].marks.link = link == after.links[index] ? link : nil
        }
    }

    /// Returns, for each piece, the styles of the next text and the link of the next text or picture on one side.
    private func neighbours(
        _ indices: some Sequence<Int>
    ) -> (styles: [PackTextMarks.Styles], links: [String?]) {
        var styles = [PackTextMarks.Styles](repeating: [], count: pieces.count)
        var links = [String?](repeating: nil, count: pieces.count)
        var (style, link) = (PackTextMarks.Styles(), String?.none)
        for index in indices {
            (styles[index], links[index]) = (style, link)
            let piece = pieces[index]
            if piece.isText { style = piece.marks.styles }
            if piece.isText || piece.isPicture { link = piece.marks.link }
        }
        return (styles, links)
    }
}
