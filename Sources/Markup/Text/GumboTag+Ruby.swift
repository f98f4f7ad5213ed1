import CGumbo

extension GumboTag {
    /// True for an annotation above or beside its base text, or the parentheses around one, which are not part of the
    /// words.
    var isRubyReading: Bool {
        switch self {
        case GUMBO_TAG_RT, GUMBO_TAG_RP, GUMBO_TAG_RTC: true
        default: false
        }
    }

    /// True for the parts of a ruby annotation, which do not end a word.
    var isRubyPart: Bool {
        switch self {
        case GUMBO_TAG_RB, GUMBO_TAG_RT, GUMBO_TAG_RP, GUMBO_TAG_RTC: true
        default: false
        }
    }
}
