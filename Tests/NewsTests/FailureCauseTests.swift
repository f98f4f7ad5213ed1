import Failures
import Foundation
import Markup
import News
import Testing

/// Causes are stored, and worded where they are shown.
@Suite struct FailureCauseTests {
    private static let site = "loom.example"

    private static let connections: [ConnectionFailure] = [
        .unknownHost(site), .lookupFailed(site), .noAddress, .refused, .noRoute, .noAnswer, .reset, .closedEarly,
        .tlsTimedOut, .tlsFailed, .invalidCertificate, .other,
    ]

    private static let transports: [TransportFailure] = {
        var all: [TransportFailure] = [
            .rejected(.port(25)), .rejected(.changedAddress), .rejected(.port(25), redirectedTo: "b.example"),
            .tooLarge(limit: 4 << 20), .tooLarge(limit: 9), .timedOut(seconds: 20), .tooManyRedirects, .cancelled,
        ]
        for connection in connections {
            all += [.noConnection(connection), .noConnection(connection, redirectedTo: "b.example")]
        }
        for purpose in AddressPurpose.allCases {
            all.append(.rejected(.reserved(address: "10.0.0.1", purpose: purpose)))
        }
        for fault in MalformedResponse.allCases { all.append(.malformed(fault)) }
        return all
    }()

    private static let documents: [FailureCause.FoundDocument] = [
        .webPage, .interstitial(.robotCheck), .image("PNG"), .archive("zip"), .media("a PDF"), .empty, .json, .opml,
        .emptyXML, .text, .binary, .xml(root: "svg"), .feed, .damagedFeed,
    ]

    private static let contents: [FailureCause.ExpectedContent] = [
        .list, .commentList, .storyList, .itemList, .thread, .searchResult, .numbers, .changes, .person,
        .item(7),
    ]

    private static let elements: [FailureCause.MissingElement] = [
        .storyRows, .storyTitles, .story, .storyRow, .commentArea, .commentTexts, .person, .comments(5),
    ]

    private static let pageFaults: [FailureCause.CommentFault] = [
        .unknownList, .noCommentArea, .unknownMarkup(count: 2), .thirdParty("Disqus"), .hidden(count: 3),
        .missing(count: 4), .cutShort, .fewer(shown: 38, counted: 124), .fewerThanBefore(shown: 3, before: 9),
        .lost(.authors), .lost(.times), .lost(.parents),
    ]

    private static let apiFaults: [FailureCause.APIFault] = [
        .closed, .missing, .unavailable, .storyWithheld, .refused(status: 403, message: nil),
        .refused(status: 400, message: "No."),
    ]

    private static let keyedAPIFailures: [KeyedAPIFailure] = [
        .keyMissing, .keyInvalid, .keyDisabled, .keyExhausted, .missingParameter, .invalidParameter(nil),
        .invalidParameter("country"), .tooManySources(limit: 20), .unknownSource, .rateLimited, .pageLimit,
        .browserOnly, .planTooSmall, .serverError, .queryTooLong(limit: 500),
    ]

    private static let packFailures: [PackDownloadFailure] = [
        .notAPack, .damaged, .wrongHash, .newerFormat, .foreignSchema, .tooLarge, .faulty("page a: Correct it."),
        .otherPublication(identity: "other"), .missingFile, .cannotStore("no space"),
        .older("1", installed: "2"), .changedUnderItsNumber("1"),
    ]

    /// Of these the sentence names the site.
    private static let naming: [FailureCause.Reason] = {
        var all: [FailureCause.Reason] = [
            .incomplete(seconds: 150), .feedTooLarge(limit: 256 << 20), .noFeedFound, .consentNeeded,
            .passwordProtected, .notPublicYet("Coming soon"),
            .notAFeed(.interstitial(.robotCheck), words: "One moment"),
            .briefPage(""),
            .file(contentType: "application/pdf", size: 4_000), .file(contentType: "", size: 0), .notJSON(.empty),
            .notJSON(.truncated), .notJSON(.webPage), .notJSON(.invalid(offset: 3)), .briefPage("Sorry."),
            .doubtfulPage(.cutOff), .doubtfulPage(.fewer(found: 38, expected: 124)),
            .missingElement(.story, rule: "item.story", selector: "td", excerpt: nil), .comments(.notACommentFeed),
            .foreignSite, .foreignPage("https://b.example/"), .invalidNextPage, .noSelectors,
        ]
        for transport in transports { all.append(.transport(transport)) }
        for document in documents { all.append(.notAFeed(document)) }
        for content in contents { all.append(.unexpectedContent(content)) }
        for element in elements {
            all.append(.missingElement(element, rule: "list.row", selector: "tr.athing", excerpt: nil))
        }
        for fault in pageFaults { all += [.comments(fault), .comments(fault, page: 2)] }
        for fault in apiFaults { all.append(.api(fault)) }
        for fault in keyedAPIFailures { all.append(.keyedAPI(fault)) }
        for failure in packFailures { all.append(.pack(failure)) }
        for part in ScrapeRejection.Part.allCases { all.append(.doubtfulPage(.missing(part, rows: 30, of: 30))) }
        return all
    }()

    private static let articles: [NonArticleKind] = [
        .empty, .noVisibleText, .noText, .needsScript, .signIn, .links, .picturesOnly, .interstitial(.forbidden),
        .noPage,
    ]

    /// Of these it is about the page at hand, or about this program.
    private static let silent: [FailureCause.Reason] = {
        var all: [FailureCause.Reason] = [
            .transport(.badAddress("ftp://x")), .video, .comments(.noStoryPage),
            .comments(.notInFeed), .comments(.newestOnly), .noStoryList(address: "https://b.example/"),
            .unknownKind("gopher"), .noFullText,
        ]
        for article in articles { all += [.notAnArticle(article), .notAnArticle(article, words: "One moment")] }
        for document in documents { all.append(.notAWebPage(document)) }
        return all
    }()

    private func restored(_ cause: FailureCause) throws -> FailureCause {
        try JSONDecoder().decode(FailureCause.self, from: JSONEncoder().encode(cause))
    }

    @Test(arguments: naming)
    func `a cause that names its site survives storage`(_ reason: FailureCause.Reason) throws {
        let cause = FailureCause(reason, at: Self.site)
        #expect(try restored(cause) == cause)
        #expect(cause.message.contains(Self.site) && cause.message.hasSuffix("."), "\(cause.message)")
    }

    @Test(arguments: silent)
    func `a cause that is not about its site survives storage`(_ reason: FailureCause.Reason) throws {
        let cause = FailureCause(reason, at: Self.site)
        #expect(try restored(cause) == cause)
        #expect(!cause.message.contains(Self.site) && cause.message.hasSuffix("."), "\(cause.message)")
    }

    @Test func `an origin's own words end as they end`() throws {
        let cause = FailureCause(.originError("Down for repairs"), at: Self.site)
        #expect(try restored(cause) == cause)
        #expect(cause.message == "loom.example answered with an error: Down for repairs")
    }

    @Test func `a page's own words are told, and where there are none nothing stands in quotes`() {
        func message(_ reason: FailureCause.Reason) -> String { FailureCause(reason, at: Self.site).message }
        #expect(
            message(.notAFeed(.interstitial(.robotCheck), words: "Are you human?"))
                == "loom.example answered with a page that wants proof that the visitor is a person, instead of a feed. "
                + "It says “Are you human?”.")
        #expect(message(.briefPage("")) == "loom.example sent an empty page.")
        for element in Self.elements {
            for excerpt in [nil, ""] {
                let words = message(.missingElement(element, rule: "a", selector: "b", excerpt: excerpt))
                #expect(!words.contains("“”") && !words.contains("story are"), "\(words)")
            }
        }
        #expect(message(.comments(.hidden(count: 1))).contains("counts 1 comment and"))
    }

    @Test func `a host that is an address is named once`() {
        let loopback = TransportFailure.rejected(.reserved(address: "127.0.0.1", purpose: .loopback))
        let onward = TransportFailure.rejected(.reserved(address: "::1", purpose: .loopback), redirectedTo: "[::1]")
        let expected: [(site: String, failure: TransportFailure, clause: String)] = [
            ("127.0.0.1", loopback, "that address is this machine itself"),
            ("localhost", loopback, "its address 127.0.0.1 is this machine itself"),
            ("1.2.3 News", loopback, "its address 127.0.0.1 is this machine itself"),
            (Self.site, onward, "it redirects to [::1], and that address is this machine itself"),
        ]
        for (site, failure, clause) in expected {
            #expect(failure.message(about: site) == "\(site) is not fetched, because \(clause).")
        }
    }

    @Test func `what was tried in turn is said in turn`() throws {
        let causes = [
            FailureCause(.comments(.noCommentArea), at: Self.site), FailureCause(.api(.closed), at: Self.site),
            FailureCause(.comments(.notInFeed), at: Self.site),
        ]
        let cause = FailureCause(.several(causes), at: Self.site)
        #expect(try restored(cause) == cause)
        #expect(
            cause.message == "loom.example's page shows no place for comments that Tidings knows. "
                + "loom.example's REST interface is closed to visitors (401). "
                + "Its comment feed does not have them either.")
    }

    @Test func `each fault of a service has words of its own`() {
        let words = Self.keyedAPIFailures.map { $0.message(about: Self.site) }
        #expect(Set(words).count == words.count)
        let cause = FailureCause(.keyedAPI(.tooManySources(limit: 20)), at: Self.site)
        #expect(cause.message == "loom.example takes at most 20 publishers in one request.")
        #expect(cause.keyedAPIFailure == .tooManySources(limit: 20))
        #expect(SourceError.keyNeeded(cause).code == .keyNeeded && SourceError.keyNeeded(cause).cause == cause)
    }

    @Test func `a redirect says where it led`() {
        let failure = TransportFailure.noConnection(.refused, redirectedTo: "b.example")
        #expect(
            failure.message(about: "Loom News")
                == "Loom News could not be reached: it redirects to b.example, and there nothing listens there "
                + "(connection refused).")
    }

    @Test func `a sentence that was stored before is no cause`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FailureCause.self, from: Data("loom.example is away.".utf8))
        }
    }
}
