import Untrusted

/// The words of class names and IDs that name the role of an element.
enum ClassNameWords {
    struct Match {
        var hints: ClassNameHints
        /// The length in bytes, with inner hyphens.
        var length: Int
    }

    /// Returns the longest known words that begin at a word's start; words end at hyphens.
    static func hints(in name: UnsafeBufferPointer<UInt8>, at start: Int) -> Match? {
        var best: Match?
        for word in wordsByFirstByte[Int(name[start])] where word.bytes.count > best?.length ?? 0 {
            if word.isAt(start, in: name) { best = Match(hints: word.hints, length: word.bytes.count) }
        }
        return best
    }

    /// Returns true for words without a role: `list`, `box`, short ones, and those with digits.
    static func isLayout(_ name: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        if end - start <= 3 { return true }
        for index in start..<end where ASCII.isDigit(name[index]) { return true }  // bounded: by the word
        return contains(layoutByFirstByte, name, start, end)
    }

    /// Returns true for words after which the next word describes something else.
    static func isQualifier(_ name: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        contains(qualifiersByFirstByte, name, start, end)
    }

    /// Returns true for the class of a post with a topic, or of a page builder; `tag-list` is one of the known words.
    static func isTopic(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = name.firstIndex(of: 0x2D), contains(topicsByFirstByte, name, 0, end) else { return false }
        return (hints(in: name, at: 0)?.length ?? 0) <= end
    }

    private static func contains(
        _ table: [[Word]], _ name: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
    ) -> Bool {
        table[Int(name[start])].contains { $0.bytes.count == end - start && $0.isAt(start, in: name) }
    }

    private struct Word {
        var bytes: [UInt8]
        var hints: ClassNameHints

        @inline(__always)
        func isAt(_ start: Int, in name: UnsafeBufferPointer<UInt8>) -> Bool {
            let end = start + bytes.count
            guard end <= name.count, end == name.count || name[end] == 0x2D else { return false }
            // bounded: counts
            for offset in 1..<max(1, bytes.count) where name[start + offset] != bytes[offset] { return false }
            return true
        }
    }

    private static func table(_ words: [(ClassNameHints, String)]) -> [[Word]] {
        var table = [[Word]](repeating: [], count: 256)
        for (hints, names) in words {
            for name in names.split(separator: " ") {
                let bytes = Array(name.utf8)
                if let at = table[Int(bytes[0])].firstIndex(where: { $0.bytes == bytes }) {
                    table[Int(bytes[0])][at].hints.formUnion(hints)
                } else {
                    table[Int(bytes[0])].append(Word(bytes: bytes, hints: hints))
                }
            }
        }
        return table
    }

    private static let wordsByFirstByte = table(words)
    private static let layoutByFirstByte = table([([], layout)])
    private static let topicsByFirstByte = table([([], "tag category cat topic keyword term elementor brxe fl")])
    private static let qualifiersByFirstByte = table([
        ([], "has have with without no not above below before after under hide show")
    ])

    private static let layout = """
        area areas block blocks body bottom boxes button buttons center column columns component components container \
        containers contents data default desktop detail details div element elements flex form full grid group heading \
        headline holder image images inline inner item items large last layout left line link links list lists medium \
        meta mobile module modules more news outer panel part parts photo placeholder primary region right root secondary \
        section sections side single site small standard table tabs template title type view views wrap wrapped wrapper \
        icon icons label
        """

    /// The known words with their hints. A hyphen represents every separator between words, and the boundaries in
    /// `camelCase`.
    private static let words: [(ClassNameHints, String)] = [
        (
            .content,
            """
            article articlebody articletext article-body body bodytext content contents entry main maincontent \
            page-content post postcontent post-content story storybody story-body text hentry richtext prose
            """
        ),
        (.page, "page blog"),
        (.other, "hidden contact masthead meta scroll shopping widget widgets hid com promo outbrain"),
        (
            .comments,
            """
            comment comments commentlist comment-list commentform comment-form comment-respond comments-area \
            respond disqus replies combx shoutbox remark42 kommentare commentaires comentarios commenti reacties coral
            """
        ),
        (.cookies, "cookie cookies"),
        (.consent, "gdpr cookieconsent cookiebanner cookielaw consent onetrust usercentrics"),
        (
            .advertising,
            """
            ad ads adv advert adverts advertisement advertising adbox adslot adunit adsbygoogle adsense ad-break anzeige \
            anzeigen werbung sponsor sponsored sponsors sponsorship skyscraper banner banners promo-box pub publicidad \
            taboola outbrain
            """
        ),
        (
            .navigation,
            """
            menu menus nav navbar navigation breadcrumb breadcrumbs pagination pager paginator skip-link skiplink skip-links \
            jump-to-nav mw-jump-link mw-editsection navbox catlinks post-navigation nav-links legends rss agegate
            """
        ),
        (
            .sidebar,
            """
            sidebar sidebars sidebar-left sidebar-right rightsidebar leftsidebar supplemental extra extras community \
            cover-wrap ai2html yom-remote
            """
        ),
        (.footer, "footer footers pagefooter sitefooter"),
        (.header, "header headers pageheader siteheader"),
        (
            .share,
            """
            share shares sharing sharedaddy sharebar share-bar share-button social socials social-share social-link \
            social-links socialmedia sharing-button addtoany addthis shariff
            """
        ),
        (
            .related,
            """
            related recommend recommended recommendation recommendations more-stories more-articles more-from more-news \
            more-on morefrom read-more readmore read-next readnext up-next upnext also-like also-read read-also most-read \
            mostread most-popular mostpopular trending teaser teasers yarpp interesting-articles see-also \
            further-reading-links siehe-auch weiterfuehrend en-savoir-plus lire-aussi a-lire leggi-anche lee-tambien \
            mas-leidas meistgelesen relacionadas relacionados outbrain taboola relatedposts related-posts
            """
        ),
        (
            .tags,
            """
            tags taglist tag-list tags-list tagcloud tag-cloud tag-links post-tags entry-tags article-tags keywords categories
            """
        ),
        (
            .byline,
            "byline bylines author authors dateline writtenby author-name post-author article-author author-info author-card"
        ),
        (
            .authorBox,
            """
            author-bio authorbio author-box authorbox about-author about-the-author author-card author-info author-profile \
            post-author-desc bio-box author-description authors-bio post-author article-author-bio
            """
        ),
        (
            .date,
            """
            published entry-date post-date pubdate pub-date dt-published dtpublished article-date publish-date \
            published-date publication-date date-published posted-on date-header datestamp dateline
            """
        ),
        (
            .caption,
            """
            caption wp-caption-text image-caption imagecaption picture-caption photo-caption img-caption \
            media-caption figcaption bildunterschrift newscaption image-embed-caption embed-caption caption-text credit credits \
            photo-credit image-credit copyright bildnachweis photographer image-annotation
            """
        ),
        (
            .standfirst,
            """
            standfirst lede lead deck dek subtitle sub-title subheadline sub-headline subheading article-intro intro teaser-text \
            article-summary chapo chapeau vorspann
            """
        ),
        (.answer, "answer answers"),
        (.paywall, "paywall regwall meter-wall meterwall subscribe-wall subscription-wall"),
        (
            .quotedPost,
            "twitter-tweet instagram-media bluesky-embed mastodon-embed tiktok-embed fb-post reddit-embed-bq threads-post"
        ),
        (
            .signUp,
            """
            newsletter newsletters newsletter-signup mailing-list mc-embed mailchimp signup sign-up signup-form sign-up-form \
            subscribe subscribe-box subscribe-form subscription-box subscribe-widget login sign-in signin register
            """
        ),
        (
            .tools,
            """
            reading-time read-time star-rating post-ratings ratingblock rating ratings print-only printfriendly print-link \
            loadinganimation akismet toolbar tools entry-utility postmetadata post-meta postmeta entry-meta entrymeta \
            article-meta disclaimer
            """
        ),
        (
            .note,
            """
            note notes tip tips warning caution important admonition callout footnote footnotes endnote endnotes \
            hinweis infobox-note
            """
        ),
        (.pullQuote, "pullquote pull-quote pullquotes"),
        (.popup, "popup popups popover modal lightbox overlay interstitial"),
    ]
}
