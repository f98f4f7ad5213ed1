public import Failures
public import Markup

/// Why a source failed, where the case of a `SourceError` does not say it all.
///
/// Codes and data, so that it can be stored: as JSON, of which nothing is read when a later version has renamed a case.
/// `message` words it for every face alike: it is plain English about an origin, and the pages' headlines are elsewhere.
public struct FailureCause: Sendable, Hashable, Codable {
    /// Host or title of what failed, which need not be what was asked for: a source may have other hosts for requests.
    public var site: String
    public var reason: Reason

    public init(_ reason: Reason, at site: String) {
        self.site = site
        self.reason = reason
    }

    /// Whether a document was to be a feed, and is none.
    public var isAboutFeeds: Bool { if case .notAFeed = reason { true } else { false } }

    /// Nothing was heard of the site, as when this machine has no network.
    public var suggestsNoNetwork: Bool {
        switch reason {
        case .transport(.noConnection(let failure, _)):
            switch failure {
            case .unknownHost, .lookupFailed, .noAddress, .noRoute, .noAnswer: true
            case .refused, .reset, .closedEarly, .tlsTimedOut, .tlsFailed, .invalidCertificate, .other: false
            }
        case .transport(.timedOut): true
        default: false
        }
    }

    /// What went wrong, by code: each face words it for its readers.
    public enum Reason: Sendable, Hashable, Codable {
        // MARK: Any request

        case transport(TransportFailure)
        /// Did not end within the time for all its requests.
        case incomplete(seconds: Int)
        /// The origin's own words.
        case originError(String)

        // MARK: Feeds

        /// `words`: what a page said instead.
        case notAFeed(FoundDocument, words: String? = nil)
        /// In bytes.
        case feedTooLarge(limit: Int)
        /// A web page without feeds, at discovery.
        case noFeedFound
        /// “Coming soon”, in the site's own words.
        case notPublicYet(String)

        // MARK: Articles

        /// `words`: what the page said instead.
        case notAnArticle(NonArticleKind, words: String? = nil)
        case notAWebPage(FoundDocument)
        /// By content type; size in bytes.
        case file(contentType: String, size: Int)
        case consentNeeded
        /// For the story and its comments alike.
        case passwordProtected
        case video

        // MARK: APIs and scraped pages

        case notJSON(JSONFault)
        case unexpectedContent(ExpectedContent)
        /// By the selectors' rule of that name; `excerpt` of a page that is not the site's.
        case missingElement(MissingElement, rule: String, selector: String, excerpt: String?)
        /// Too short for a page.
        case briefPage(String)
        /// Read, but not believed.
        case doubtfulPage(PageDoubt)

        // MARK: Comments

        /// `page`: of the comments, from 2.
        case comments(CommentFault, page: Int? = nil)
        case api(APIFault)
        /// What was tried in turn.
        case several([FailureCause])

        // MARK: Not asked

        /// The site is not the source's.
        case foreignSite
        case foreignPage(String)
        /// Its form would send to another origin.
        case foreignForm
        case noStoryList(address: String)
        case invalidNextPage
        case noSelectors
        /// A `SourceKind` of a later version.
        case unknownKind(String)
        case noFullText

        // MARK: Services with keys

        case service(ServiceFault)

        // MARK: Packs

        case pack(PackFailure)
    }

    /// What was found instead of a feed or a page.
    public enum FoundDocument: Sendable, Hashable, Codable {
        case webPage
        case interstitial(InterstitialKind)
        /// With its format ("PNG").
        case image(String)
        case archive(String)
        /// With its description.
        case media(String)
        case empty, json, opml, emptyXML, text, binary
        case xml(root: String)
        case feed
        /// Begins like XML.
        case damagedFeed
    }

    /// Why a response is not the JSON that was asked for.
    public enum JSONFault: Sendable, Hashable, Codable {
        case empty, truncated, webPage
        /// From 0.
        case invalid(offset: Int)
    }

    /// What a response should have been.
    public enum ExpectedContent: Sendable, Hashable, Codable {
        case list, commentList, storyList, itemList, thread, searchResult, numbers, changes, person
        case item(Int)
    }

    /// What a scraped page lacks.
    public enum MissingElement: Sendable, Hashable, Codable {
        case storyRows, storyTitles, story, storyRow, commentArea, commentTexts, person
        /// Counted by the page.
        case comments(Int)
    }

    /// Why comments cannot be read.
    public enum CommentFault: Sendable, Hashable, Codable {
        case noStoryPage, unknownList, noCommentArea
        case unknownMarkup(count: Int)
        /// A service on other sites.
        case thirdParty(String)
        /// Counted by the page, and not understood.
        case hidden(count: Int)
        /// Counted by the site, and not on its page.
        case missing(count: Int)
        /// The page or feed ends in the middle.
        case cutShort
        /// The page counts more than it shows.
        case fewer(shown: Int, counted: Int)
        /// Without a count to explain it.
        case fewerThanBefore(shown: Int, before: Int)
        /// What the comments that are stored have, and those of the page no longer.
        case lost(CommentDetail)
        case notACommentFeed
        /// The feed of comments failed too.
        case notInFeed
        /// The feed has less than what is stored.
        case newestOnly
    }

    /// What a page of comments no longer tells of them.
    public enum CommentDetail: String, Sendable, Hashable, Codable, CaseIterable {
        case authors, times, parents
    }

    /// Why a site's REST API gave nothing.
    public enum APIFault: Sendable, Hashable, Codable {
        case closed, missing, unavailable
        /// Not for this story, though it may for others.
        case storyWithheld
        case refused(status: Int, message: String?)
    }
}
