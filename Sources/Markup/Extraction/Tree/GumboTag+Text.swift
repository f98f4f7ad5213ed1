import CGumbo

extension GumboTag {
    var isPhrasing: Bool {
        switch self {
        case GUMBO_TAG_ABBR, GUMBO_TAG_B, GUMBO_TAG_BDO, GUMBO_TAG_BDI, GUMBO_TAG_BR, GUMBO_TAG_BUTTON, GUMBO_TAG_CITE,
            GUMBO_TAG_CODE, GUMBO_TAG_DATA, GUMBO_TAG_DATALIST, GUMBO_TAG_DFN, GUMBO_TAG_EM, GUMBO_TAG_EMBED,
            GUMBO_TAG_I, GUMBO_TAG_IMG, GUMBO_TAG_INPUT, GUMBO_TAG_KBD, GUMBO_TAG_LABEL, GUMBO_TAG_MARK, GUMBO_TAG_MATH,
            GUMBO_TAG_METER, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_OBJECT, GUMBO_TAG_OUTPUT, GUMBO_TAG_PROGRESS, GUMBO_TAG_Q,
            GUMBO_TAG_RUBY, GUMBO_TAG_SAMP, GUMBO_TAG_SELECT, GUMBO_TAG_SMALL, GUMBO_TAG_SPAN, GUMBO_TAG_STRONG,
            GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TEXTAREA, GUMBO_TAG_TIME, GUMBO_TAG_VAR, GUMBO_TAG_WBR, GUMBO_TAG_U,
            GUMBO_TAG_S, GUMBO_TAG_TT, GUMBO_TAG_AUDIO, GUMBO_TAG_BIG, GUMBO_TAG_STRIKE, GUMBO_TAG_FONT:
            true
        default: false
        }
    }

    var mayBePhrasing: Bool { self == GUMBO_TAG_A || self == GUMBO_TAG_DEL || self == GUMBO_TAG_INS }

    /// True for elements that keep a division around them from becoming a paragraph.
    var isTextBlock: Bool {
        switch self {
        case GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_DL, GUMBO_TAG_DIV, GUMBO_TAG_IMG, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_PRE,
            GUMBO_TAG_TABLE, GUMBO_TAG_UL:
            true
        default: false
        }
    }

    /// True for elements that only group others.
    var isDivision: Bool {
        switch self {
        case GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_ARTICLE, GUMBO_TAG_MAIN, GUMBO_TAG_ASIDE, GUMBO_TAG_CENTER:
            true
        default: false
        }
    }

    var isHeading: Bool { rawValue >= GUMBO_TAG_H1.rawValue && rawValue <= GUMBO_TAG_H6.rawValue }
}
