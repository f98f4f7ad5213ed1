import Untrusted

/// Hints about an element's role, from words in class and id.
struct ClassNameHints: OptionSet {
    let rawValue: UInt16

    /// Menus, comments, ads.
    static let unlikely = ClassNameHints(rawValue: 1)
    /// Overrides `unlikely`: a `content-sidebar` may hold the content.
    static let maybe = ClassNameHints(rawValue: 2)
    /// Typical of articles.
    static let positive = ClassNameHints(rawValue: 4)
    /// Typical of anything else.
    static let negative = ClassNameHints(rawValue: 8)
    static let byline = ClassNameHints(rawValue: 16)
    static let share = ClassNameHints(rawValue: 32)
    /// Sign-up boxes, author boxes, ads: removed if small.
    static let boilerplate = ClassNameHints(rawValue: 64)
    /// Links to other articles.
    static let related = ClassNameHints(rawValue: 128)
    static let date = ClassNameHints(rawValue: 256)
    /// On question-and-answer pages.
    static let answer = ClassNameHints(rawValue: 512)
    /// The introduction below the headline.
    static let standfirst = ClassNameHints(rawValue: 1024)
    static let paywall = ClassNameHints(rawValue: 2048)

    static func of(_ name: UnsafeBufferPointer<UInt8>) -> ClassNameHints {
        var hints: ClassNameHints = []
        for index in 0..<min(name.count, 1_024) {  // bounded: counts
            let byte = lowercased(name[index])
            for word in wordsByFirstByte[Int(byte)] where word.matches(in: name, at: index) {
                hints.formUnion(word.hints)
            }
        }
        return hints
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    private struct HintWord {
        var bytes: [UInt8]
        var hints: ClassNameHints
        /// Matches whole words only.
        var isWhole: Bool

        func matches(in name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
            guard index + bytes.count <= name.count else { return false }
            // bounded: counts
            for offset in 1..<max(bytes.count, 1) where lowercased(name[index + offset]) != bytes[offset] {
                return false
            }
            guard isWhole else { return true }
            let end = index + bytes.count
            return (index == 0 || !Self.isWordByte(name[index - 1]))
                && (end == name.count || !Self.isWordByte(name[end]))
        }

        private static func isWordByte(_ byte: UInt8) -> Bool {
            ASCII.isLetter(byte) || ASCII.isDigit(byte)
        }
    }

    private static let wordsByFirstByte: [[HintWord]] = {
        var table = [[HintWord]](repeating: [], count: 256)
        for (hints, isWhole, names) in words {
            for name in names.split(separator: " ") {
                let bytes = Array(name.utf8)
                table[Int(bytes[0])].append(HintWord(bytes: bytes, hints: hints, isWhole: isWhole))
            }
        }
        return table
    }()

    /// From earlier reader views.
    private static let words: [(ClassNameHints, isWhole: Bool, String)] = [
        (
            .unlikely, false,
            """
            -ad- ai2html banner breadcrumbs combx comment community cover-wrap disqus extra footer gdpr header legends menu \
            related remark replies rss shoutbox sidebar skyscraper social sponsor supplemental ad-break agegate pagination \
            pager popup yom-remote
            """
        ),
        (.maybe, false, "and article body column content main shadow"),
        (.positive, false, "article body content entry main page post text blog story"),
        (
            .negative, false,
            """
            -ad- hidden banner combx comment com- contact footer gdpr masthead media meta outbrain promo related scroll share \
            shoutbox sidebar skyscraper sponsor shopping tags widget
            """
        ),
        (.negative, true, "hid"),
        (.byline, false, "byline author dateline writtenby"),
        (.share, true, "share sharedaddy"),
        (.answer, true, "answer answers"),
        (
            .standfirst, true,
            "standfirst lede lead deck dek subtitle sub-title subheadline sub-headline subheading article-intro article-summary chapo chapeau vorspann"
        ),
        (.paywall, false, "paywall regwall meter-wall meterwall subscribe-wall subscription-wall"),
        (
            .date, true,
            """
            published entry-date post-date pubdate pub-date dt-published dtpublished article-date article__date publish-date \
            published-date publication-date date-published posted-on post__date entry__date date-header datestamp dateline
            """
        ),
        (
            .boilerplate, false,
            """
            newsletter mailing-list mc_embed mailchimp author-bio author_bio authorbio author-box author_box authorbox \
            about-author about-the-author author-card author-info author-profile post-author-desc bio-box comment-respond \
            comment-form commentform comments-area comment-list commentlist disqus social-share social-link share-bar \
            share-button sharebar sharing-button addtoany addthis cookie-notice cookie-banner cookie-consent cookieconsent \
            gdpr adsbygoogle print-only printfriendly akismet post-navigation nav-links breadcrumb tag-list taglist tags-list \
            post-tags post__tags entry-tags article-tags article__tags tagcloud promo-box subscribe-box subscribe-form \
            subscription-box subscribe-widget signup-form sign-up-form reading-time read-time skip-link skiplink jump-to-nav \
            mw-jump-link navbox catlinks mw-editsection star-rating post-ratings ratingblock loadinganimation
            """
        ),
        (
            .boilerplate, true,
            """
            adbox ad-container ad-slot ad-wrapper ad-unit ad-block ad-banner ad-box
            """
        ),
        (
            .related, false,
            """
            related recommend more-stories more-articles more-from more-news more-on morefrom read-more readmore read-next \
            readnext up-next upnext also-like also-read read-also most-read mostread most-popular mostpopular trending teaser \
            taboola outbrain yarpp interesting-articles see-also further-reading-links siehe-auch weiterfuehrend en-savoir-plus \
            lire-aussi a-lire leggi-anche lee-tambien mas-leidas meistgelesen
            """
        ),
    ]
}
