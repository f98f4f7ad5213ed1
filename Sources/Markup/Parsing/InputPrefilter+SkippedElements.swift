import CGumbo

extension InputPrefilter {
    mutating func skippedStart(_ tag: GumboTag, at index: Int, end: Int) -> Int? {
        guard var state = skippedElement else { return end }
        let isWhole = isWhole(tag, at: index, end: end)
        if state.tag == GUMBO_TAG_SVG {
            // Most HTML elements end an SVG, but not inside its foreign objects.
            if state.foreign == 0, Self.breaksOutOfForeignContent(tag) {
                omit(from: copiedCount, to: index)
                skippedElement = nil
                return index
            }
            if !isWhole, tag == GUMBO_TAG_FOREIGNOBJECT || tag == GUMBO_TAG_DESC { state.foreign += 1 }
        } else if kinds[Int(tag.rawValue)].contains(.rawText), !isWhole {
            return scanner.endOfRawText(tag, from: end).flatMap(scanner.endOfTag)
        }
        if tag == state.tag, !isWhole { state.depth += 1 }
        skippedElement = state
        return end
    }

    mutating func skippedEnd(_ tag: GumboTag, end: Int) -> Int {
        guard var state = skippedElement else { return end }
        if tag == GUMBO_TAG_FOREIGNOBJECT || tag == GUMBO_TAG_DESC { state.foreign = max(0, state.foreign - 1) }
        if tag == state.tag { state.depth -= 1 }
        if state.depth == 0 {
            omit(from: copiedCount, to: end)
            skippedElement = nil
        } else {
            skippedElement = state
        }
        return end
    }

    /// Resumes after the start tag of an unclosed omitted element, once per tag name, to keep the rest of the story.
    mutating func resume() -> Int? {
        guard let state = skippedElement else { return nil }
        skippedElement = nil
        neverClosed.insert(state.tag.rawValue)
        omit(from: copiedCount, to: state.resume)
        return state.resume
    }

    private static func breaksOutOfForeignContent(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_B, GUMBO_TAG_BIG, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_BODY, GUMBO_TAG_BR, GUMBO_TAG_CENTER,
            GUMBO_TAG_CODE, GUMBO_TAG_DD, GUMBO_TAG_DIV, GUMBO_TAG_DL, GUMBO_TAG_DT, GUMBO_TAG_EM, GUMBO_TAG_EMBED,
            GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6, GUMBO_TAG_HEAD,
            GUMBO_TAG_HR, GUMBO_TAG_I, GUMBO_TAG_IMG, GUMBO_TAG_LI, GUMBO_TAG_LISTING, GUMBO_TAG_MENU, GUMBO_TAG_META,
            GUMBO_TAG_NOBR, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_PRE, GUMBO_TAG_RUBY, GUMBO_TAG_S, GUMBO_TAG_SMALL,
            GUMBO_TAG_SPAN, GUMBO_TAG_STRONG, GUMBO_TAG_STRIKE, GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TABLE,
            GUMBO_TAG_TT, GUMBO_TAG_U, GUMBO_TAG_UL, GUMBO_TAG_VAR:
            true
        default: false
        }
    }
}

extension TagScanner {
    func endOfTag(at index: Int) -> Int? {
        if case .end(_, let end) = token(at: index) { return end }
        return nil
    }
}
