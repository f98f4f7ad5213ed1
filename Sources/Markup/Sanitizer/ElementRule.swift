import CGumbo

/// The handling of an element by the sanitizer.
enum ElementRule {
    /// Keep only the content.
    case unwrap
    case drop
    case keep(SafeHTMLElement)
    case lineBreak, wordBreak, horizontalRule
    case picture, pictureSet, anchor, frame, media, object, noscript, input, division

    /// The rules by gumbo's tag number.
    static let table: [ElementRule] = {
        var table = [ElementRule](repeating: .unwrap, count: 256)
        func assign(_ elementRule: ElementRule, _ tags: GumboTag...) {
            for tag in tags { table[Int(tag.rawValue)] = elementRule }
        }
        assign(
            .drop, GUMBO_TAG_HEAD, GUMBO_TAG_TITLE, GUMBO_TAG_BASE, GUMBO_TAG_LINK, GUMBO_TAG_META, GUMBO_TAG_STYLE,
            GUMBO_TAG_SCRIPT, GUMBO_TAG_TEMPLATE, GUMBO_TAG_PARAM, GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK, GUMBO_TAG_CANVAS,
            GUMBO_TAG_MAP, GUMBO_TAG_AREA, GUMBO_TAG_SVG, GUMBO_TAG_ANNOTATION_XML, GUMBO_TAG_COLGROUP, GUMBO_TAG_COL,
            GUMBO_TAG_BUTTON, GUMBO_TAG_SELECT, GUMBO_TAG_DATALIST, GUMBO_TAG_OPTGROUP, GUMBO_TAG_OPTION,
            GUMBO_TAG_TEXTAREA, GUMBO_TAG_KEYGEN, GUMBO_TAG_OUTPUT, GUMBO_TAG_PROGRESS, GUMBO_TAG_METER,
            GUMBO_TAG_BGSOUND, GUMBO_TAG_FRAME, GUMBO_TAG_FRAMESET, GUMBO_TAG_NOFRAMES, GUMBO_TAG_ISINDEX,
            GUMBO_TAG_NEXTID, GUMBO_TAG_NOEMBED, GUMBO_TAG_MENUITEM, GUMBO_TAG_SPACER)
        let kept: [(GumboTag, SafeHTMLElement)] = [
            (GUMBO_TAG_P, .p), (GUMBO_TAG_H1, .h1), (GUMBO_TAG_H2, .h2), (GUMBO_TAG_H3, .h3), (GUMBO_TAG_H4, .h4),
            (GUMBO_TAG_H5, .h5), (GUMBO_TAG_H6, .h6), (GUMBO_TAG_UL, .ul), (GUMBO_TAG_MENU, .ul), (GUMBO_TAG_DIR, .ul),
            (GUMBO_TAG_OL, .ol), (GUMBO_TAG_LI, .li), (GUMBO_TAG_DL, .dl), (GUMBO_TAG_DT, .dt), (GUMBO_TAG_DD, .dd),
            (GUMBO_TAG_BLOCKQUOTE, .blockquote), (GUMBO_TAG_PRE, .pre), (GUMBO_TAG_LISTING, .pre),
            (GUMBO_TAG_XMP, .pre),
            (GUMBO_TAG_PLAINTEXT, .pre), (GUMBO_TAG_FIGURE, .figure), (GUMBO_TAG_FIGCAPTION, .figcaption),
            (GUMBO_TAG_ASIDE, .aside), (GUMBO_TAG_DETAILS, .details), (GUMBO_TAG_SUMMARY, .summary),
            (GUMBO_TAG_TABLE, .table), (GUMBO_TAG_CAPTION, .caption), (GUMBO_TAG_THEAD, .thead),
            (GUMBO_TAG_TBODY, .tbody),
            (GUMBO_TAG_TFOOT, .tfoot), (GUMBO_TAG_TR, .tr), (GUMBO_TAG_TD, .td), (GUMBO_TAG_TH, .th), (GUMBO_TAG_B, .b),
            (GUMBO_TAG_STRONG, .strong), (GUMBO_TAG_I, .i), (GUMBO_TAG_EM, .em), (GUMBO_TAG_U, .u), (GUMBO_TAG_S, .s),
            (GUMBO_TAG_STRIKE, .s), (GUMBO_TAG_CODE, .code), (GUMBO_TAG_TT, .code), (GUMBO_TAG_SMALL, .small),
            (GUMBO_TAG_SPAN, .span), (GUMBO_TAG_FONT, .span), (GUMBO_TAG_DEL, .del), (GUMBO_TAG_INS, .ins),
            (GUMBO_TAG_SUB, .sub), (GUMBO_TAG_SUP, .sup), (GUMBO_TAG_MARK, .mark), (GUMBO_TAG_Q, .q),
            (GUMBO_TAG_CITE, .cite), (GUMBO_TAG_DFN, .dfn), (GUMBO_TAG_ABBR, .abbr), (GUMBO_TAG_ACRONYM, .abbr),
            (GUMBO_TAG_KBD, .kbd), (GUMBO_TAG_SAMP, .samp), (GUMBO_TAG_VAR, .var), (GUMBO_TAG_TIME, .time),
            (GUMBO_TAG_RUBY, .ruby), (GUMBO_TAG_RT, .rt), (GUMBO_TAG_RP, .rp), (GUMBO_TAG_RTC, .rt),
            (GUMBO_TAG_BDI, .bdi),
            (GUMBO_TAG_BDO, .bdo),
        ]
        for (tag, element) in kept { table[Int(tag.rawValue)] = .keep(element) }
        assign(
            .division, GUMBO_TAG_DIV, GUMBO_TAG_ARTICLE, GUMBO_TAG_SECTION, GUMBO_TAG_NAV, GUMBO_TAG_HGROUP,
            GUMBO_TAG_HEADER, GUMBO_TAG_FOOTER, GUMBO_TAG_ADDRESS, GUMBO_TAG_MAIN, GUMBO_TAG_CENTER, GUMBO_TAG_FORM,
            GUMBO_TAG_FIELDSET, GUMBO_TAG_LEGEND, GUMBO_TAG_MARQUEE, GUMBO_TAG_MULTICOL)
        assign(.lineBreak, GUMBO_TAG_BR)
        assign(.wordBreak, GUMBO_TAG_WBR)
        assign(.horizontalRule, GUMBO_TAG_HR)
        assign(.picture, GUMBO_TAG_IMG, GUMBO_TAG_IMAGE)
        assign(.anchor, GUMBO_TAG_A)
        assign(.frame, GUMBO_TAG_IFRAME)
        assign(.media, GUMBO_TAG_AUDIO, GUMBO_TAG_VIDEO)
        assign(.object, GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_APPLET)
        assign(.noscript, GUMBO_TAG_NOSCRIPT)
        assign(.input, GUMBO_TAG_INPUT)
        return table
    }()
}
