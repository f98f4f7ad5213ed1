public import Failures
public import Markup

/// The cause of a source's failure, where the case of a `SourceError` does not suffice.
///
/// The cause consists of codes and data, and is stored as JSON, which a version that has renamed a case cannot decode.
/// `message` words the cause in plain English, alike for the web app and the command line; the headlines of pages are
/// worded elsewhere.
public struct FailureCause: Sendable, Hashable, Codable {
    /// The host or title of the failed site, which may differ from the requested one: a source may have other hosts for
    /// requests.
    public var site: String
    /// The code of the failure.
    public var reason: Reason

    public init(_ reason: Reason, at site: String) {
        self.site = site
        self.reason = reason
    }

    /// True if a document should have been a feed and is none.
    public var isAboutFeeds: Bool { if case .notAFeed = reason { true } else { false } }

    /// True if the site did not respond at all, as happens if this machine has no network.
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

    /// The code of a failure, with its data.
    public enum Reason: Sendable, Hashable, Codable {
        // MARK: Any request

        /// A failure of the transfer.
        case transport(TransportFailure)
        /// The requests did not finish within their total time limit.
        case incomplete(seconds: Int)
        /// An error with the origin's message.
        case originError(String)

        // MARK: Feeds

        /// A document that is not a feed. `words`: the page's own text.
        case notAFeed(FoundDocument, words: String? = nil)
        /// A feed larger than the limit in bytes.
        case feedTooLarge(limit: Int)
        /// A web page on which discovery found no feeds.
        case noFeedFound
        /// A site that is not public yet (“Coming soon”), with its own words.
        case notPublicYet(String)

        // MARK: Articles

        /// A page that is not an article. `words`: the page's own text.
        case notAnArticle(NonArticleKind, words: String? = nil)
        case notAWebPage(FoundDocument)
        /// A file, with its content type and its size in bytes.
        case file(contentType: String, size: Int)
        /// A page that first requires a person's consent.
        case consentNeeded
        /// A password that protects the story and its comments.
        case passwordProtected
        case video

        // MARK: APIs and scraped pages

        case notJSON(JSONFault)
        case unexpectedContent(ExpectedContent)
        /// An element that a selector did not find. `rule`: the name of the selector's rule; `excerpt`: the text of a
        /// page that is not the site's.
        case missingElement(MissingElement, rule: String, selector: String, excerpt: String?)
        /// A text too short for a page.
        case briefPage(String)
        /// A page that was read but is not plausible.
        case doubtfulPage(ScrapeRejection)

        // MARK: Comments

        /// A fault of comments. `page`: the number of the page of comments, from 2.
        case comments(CommentFault, page: Int? = nil)
        /// A fault of the site's REST API.
        case api(APIFault)
        /// The causes of several attempts, in order.
        case several([FailureCause])

        // MARK: Not asked

        /// A site that is not the source's.
        case foreignSite
        /// The address of a page that is not on the site.
        case foreignPage(String)
        /// A form that would send to another origin.
        case foreignForm
        /// An address that is not a list of stories.
        case noStoryList(address: String)
        /// A next page that is not a list of stories.
        case invalidNextPage
        /// A site for which there are no selectors.
        case noSelectors
        /// A `SourceKind` of a later version.
        case unknownKind(String)
        /// A kind of story whose pages have no further text.
        case noFullText

        // MARK: Services with keys

        /// A failure of a service that requires a key.
        case keyedAPI(KeyedAPIFailure)

        // MARK: Packs

        /// A failure to download a pack.
        case pack(PackDownloadFailure)
    }

    /// The document found instead of a feed or a page.
    public enum FoundDocument: Sendable, Hashable, Codable {
        case webPage
        case interstitial(InterstitialKind)
        /// A picture with its format ("PNG").
        case image(String)
        /// A packed file with its format.
        case archive(String)
        /// An audio or video file with its description.
        case media(String)
        case empty, json, opml, emptyXML, text, binary
        case xml(root: String)
        case feed
        /// A document that begins like XML but contains no readable feed.
        case damagedFeed
    }

    /// The reason why a response is not the expected JSON.
    public enum JSONFault: Sendable, Hashable, Codable {
        case empty, truncated, webPage
        /// Invalid JSON at an offset in bytes, from 0.
        case invalid(offset: Int)
    }

    /// The content that a response should have had.
    public enum ExpectedContent: Sendable, Hashable, Codable {
        case list, commentList, storyList, itemList, thread, searchResult, numbers, changes, person
        case item(Int)
    }

    /// An element that a scraped page lacks.
    public enum MissingElement: Sendable, Hashable, Codable {
        case storyRows, storyTitles, story, storyRow, commentArea, commentTexts, person
        /// The number of comments that the page counts.
        case comments(Int)
    }

    /// The reason why comments cannot be read.
    public enum CommentFault: Sendable, Hashable, Codable {
        case noStoryPage, unknownList, noCommentArea
        case unknownMarkup(count: Int)
        /// The name of a comment service on other sites.
        case thirdParty(String)
        /// The number of comments that the page counts but shows in an unknown way.
        case hidden(count: Int)
        /// The number of comments that the site counts but its page lacks.
        case missing(count: Int)
        /// A page or feed that ends in the middle.
        case cutShort
        /// A page that counts more comments than it shows.
        case fewer(shown: Int, counted: Int)
        /// A page with fewer comments than before, and no count that explains it.
        case fewerThanBefore(shown: Int, before: Int)
        /// A detail that the stored comments have and the page's comments lack.
        case lost(CommentDetail)
        case notACommentFeed
        /// Comments that the feed of comments does not have either.
        case notInFeed
        /// A feed with fewer comments than are stored.
        case newestOnly
    }

    /// A detail that a page of comments no longer states.
    public enum CommentDetail: String, Sendable, Hashable, Codable, CaseIterable {
        case authors, times, parents
    }

    /// The reason why a site's REST API returned nothing.
    public enum APIFault: Sendable, Hashable, Codable {
        case closed, missing, unavailable
        /// Comments withheld for this story, though perhaps not for others.
        case storyWithheld
        case refused(status: Int, message: String?)
    }
}
