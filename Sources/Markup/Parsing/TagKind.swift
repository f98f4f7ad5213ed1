import CGumbo

/// The handling of an element in HTML's tree construction: how it is opened and closed.
struct TagKind: OptionSet, Sendable {
    let rawValue: UInt16

    static let void = TagKind(rawValue: 1)
    /// A formatting element, active until its own end tag.
    static let formatting = TagKind(rawValue: 2)
    /// A *special* element in the standard: other end tags do not close past it.
    static let special = TagKind(rawValue: 4)
    static let boundary = TagKind(rawValue: 8)
    static let endsParagraph = TagKind(rawValue: 16)
    static let heading = TagKind(rawValue: 32)
    /// A part of a table, ignored outside tables.
    static let tablePart = TagKind(rawValue: 64)
    static let rawText = TagKind(rawValue: 128)
    /// An element that is omitted with its content.
    static let skipped = TagKind(rawValue: 256)
    /// An element that is omitted without its content.
    static let ignored = TagKind(rawValue: 512)
    /// An element that the next of its kind ends (`<li>`, `<p>` …).
    static let impliedEnd = TagKind(rawValue: 1024)
    /// An element that is closed in scope, past other special elements.
    static let scopedEnd = TagKind(rawValue: 2048)

    /// The kinds by gumbo's tag number.
    static let table: [TagKind] = {
        var table = [TagKind](repeating: [], count: 256)
        func mark(_ kind: TagKind, _ tags: GumboTag...) {
            for tag in tags { table[Int(tag.rawValue)].insert(kind) }
        }
        mark(
            .void, GUMBO_TAG_AREA, GUMBO_TAG_BASE, GUMBO_TAG_BASEFONT, GUMBO_TAG_BGSOUND, GUMBO_TAG_BR, GUMBO_TAG_COL,
            GUMBO_TAG_EMBED, GUMBO_TAG_HR, GUMBO_TAG_IMAGE, GUMBO_TAG_IMG, GUMBO_TAG_INPUT, GUMBO_TAG_KEYGEN,
            GUMBO_TAG_LINK, GUMBO_TAG_META, GUMBO_TAG_PARAM, GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK, GUMBO_TAG_WBR,
            GUMBO_TAG_ISINDEX, GUMBO_TAG_HTML, GUMBO_TAG_HEAD, GUMBO_TAG_BODY)
        mark(
            .formatting, GUMBO_TAG_A, GUMBO_TAG_B, GUMBO_TAG_BIG, GUMBO_TAG_CODE, GUMBO_TAG_EM, GUMBO_TAG_FONT,
            GUMBO_TAG_I, GUMBO_TAG_NOBR, GUMBO_TAG_S, GUMBO_TAG_SMALL, GUMBO_TAG_STRIKE, GUMBO_TAG_STRONG, GUMBO_TAG_TT,
            GUMBO_TAG_U)
        mark(
            .boundary, GUMBO_TAG_APPLET, GUMBO_TAG_CAPTION, GUMBO_TAG_TABLE, GUMBO_TAG_TD, GUMBO_TAG_TH,
            GUMBO_TAG_MARQUEE, GUMBO_TAG_OBJECT)
        mark(
            .endsParagraph, GUMBO_TAG_ADDRESS, GUMBO_TAG_ARTICLE, GUMBO_TAG_ASIDE, GUMBO_TAG_BLOCKQUOTE,
            GUMBO_TAG_CENTER, GUMBO_TAG_DETAILS, GUMBO_TAG_DIR, GUMBO_TAG_DIV, GUMBO_TAG_DL, GUMBO_TAG_FIELDSET,
            GUMBO_TAG_FIGCAPTION, GUMBO_TAG_FIGURE, GUMBO_TAG_FOOTER, GUMBO_TAG_HEADER, GUMBO_TAG_HGROUP,
            GUMBO_TAG_MAIN,
            GUMBO_TAG_MENU, GUMBO_TAG_NAV, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_SECTION, GUMBO_TAG_SUMMARY,
            GUMBO_TAG_UL,
            GUMBO_TAG_PRE, GUMBO_TAG_LISTING, GUMBO_TAG_FORM, GUMBO_TAG_PLAINTEXT, GUMBO_TAG_XMP, GUMBO_TAG_HR,
            GUMBO_TAG_TABLE, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6)
        mark(
            .scopedEnd, GUMBO_TAG_ADDRESS, GUMBO_TAG_ARTICLE, GUMBO_TAG_ASIDE, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_BUTTON,
            GUMBO_TAG_CENTER, GUMBO_TAG_DETAILS, GUMBO_TAG_DIR, GUMBO_TAG_DIV, GUMBO_TAG_DL, GUMBO_TAG_FIELDSET,
            GUMBO_TAG_FIGCAPTION, GUMBO_TAG_FIGURE, GUMBO_TAG_FOOTER, GUMBO_TAG_HEADER, GUMBO_TAG_HGROUP,
            GUMBO_TAG_MAIN,
            GUMBO_TAG_MENU, GUMBO_TAG_NAV, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_SECTION, GUMBO_TAG_SUMMARY,
            GUMBO_TAG_UL,
            GUMBO_TAG_PRE, GUMBO_TAG_LISTING, GUMBO_TAG_FORM, GUMBO_TAG_DD, GUMBO_TAG_DT, GUMBO_TAG_APPLET,
            GUMBO_TAG_MARQUEE, GUMBO_TAG_OBJECT)
        mark(
            .heading, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6)
        mark(
            .tablePart, GUMBO_TAG_CAPTION, GUMBO_TAG_COLGROUP, GUMBO_TAG_COL, GUMBO_TAG_TBODY, GUMBO_TAG_THEAD,
            GUMBO_TAG_TFOOT, GUMBO_TAG_TR, GUMBO_TAG_TD, GUMBO_TAG_TH)
        mark(
            .rawText, GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_XMP, GUMBO_TAG_IFRAME, GUMBO_TAG_NOEMBED,
            GUMBO_TAG_NOFRAMES, GUMBO_TAG_TITLE, GUMBO_TAG_TEXTAREA)
        mark(.skipped, GUMBO_TAG_SVG, GUMBO_TAG_TEMPLATE, GUMBO_TAG_SELECT)
        mark(
            .ignored, GUMBO_TAG_ISINDEX, GUMBO_TAG_FRAMESET, GUMBO_TAG_FRAME, FormulaTags.mathML, FormulaTags.tex)
        mark(
            .impliedEnd, GUMBO_TAG_DD, GUMBO_TAG_DT, GUMBO_TAG_LI, GUMBO_TAG_OPTGROUP, GUMBO_TAG_OPTION, GUMBO_TAG_P,
            GUMBO_TAG_RB, GUMBO_TAG_RP, GUMBO_TAG_RT, GUMBO_TAG_RTC)
        mark(
            .special, GUMBO_TAG_ADDRESS, GUMBO_TAG_APPLET, GUMBO_TAG_ARTICLE, GUMBO_TAG_ASIDE, GUMBO_TAG_BLOCKQUOTE,
            GUMBO_TAG_BUTTON, GUMBO_TAG_CAPTION, GUMBO_TAG_CENTER, GUMBO_TAG_COLGROUP, GUMBO_TAG_DD, GUMBO_TAG_DETAILS,
            GUMBO_TAG_DIR, GUMBO_TAG_DIV, GUMBO_TAG_DL, GUMBO_TAG_DT, GUMBO_TAG_FIELDSET, GUMBO_TAG_FIGCAPTION,
            GUMBO_TAG_FIGURE, GUMBO_TAG_FOOTER, GUMBO_TAG_FORM, GUMBO_TAG_HEADER, GUMBO_TAG_HGROUP, GUMBO_TAG_LI,
            GUMBO_TAG_LISTING, GUMBO_TAG_MAIN, GUMBO_TAG_MARQUEE, GUMBO_TAG_MENU, GUMBO_TAG_NAV, GUMBO_TAG_NOSCRIPT,
            GUMBO_TAG_OBJECT, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_PRE, GUMBO_TAG_SECTION, GUMBO_TAG_SUMMARY,
            GUMBO_TAG_TABLE, GUMBO_TAG_TBODY, GUMBO_TAG_TD, GUMBO_TAG_TFOOT, GUMBO_TAG_TH, GUMBO_TAG_THEAD,
            GUMBO_TAG_TR, GUMBO_TAG_UL, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5,
            GUMBO_TAG_H6)
        return table
    }()
}
