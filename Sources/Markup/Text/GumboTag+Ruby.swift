import CGumbo

extension GumboTag {
    /// An annotation above or beside its base text, or the parentheses around one; not part of the words.
    var isRubyReading: Bool {
        switch self {
        case GUMBO_TAG_RT, GUMBO_TAG_RP, GUMBO_TAG_RTC: true
        default: false
        }
    }

    /// Ends no word.
    var isRubyPart: Bool {
        switch self {
        case GUMBO_TAG_RB, GUMBO_TAG_RT, GUMBO_TAG_RP, GUMBO_TAG_RTC: true
        default: false
        }
    }
}
