import Failures
import Foundation
import Markup

extension FailureCause {
    /// The failure in one or several sentences that name the site, unless they are about the page at hand. A message of
    /// the origin ends as the origin ended it.
    public var message: String {
        switch reason {
        case .transport(let failure): failure.message(about: site)
        case .incomplete(let seconds): "\(site) did not send everything within \(seconds) seconds."
        case .originError(let words): "\(site) answered with an error: \(words)"
        case .notAFeed, .feedTooLarge, .noFeedFound, .notPublicYet: feedMessage
        case .notAnArticle, .notAWebPage, .file, .consentNeeded, .passwordProtected, .video: articleMessage
        case .notJSON(let fault): "\(site) answered with \(fault.clause)."
        case .unexpectedContent(let expected): "\(site) answered with \(expected.clause)."
        case .missingElement(let element, let rule, let selector, let excerpt):
            "\(site) sent a page on which no \(element.clause) to be found (the rule \(rule), “\(selector)”)."
                + Self.quotation(excerpt)
        case .briefPage(""): "\(site) sent an empty page."
        case .briefPage(let text): "\(site) sent no page but “\(text)”."
        case .doubtfulPage(let doubt): "\(site) \(doubt.clause)"
        case .comments(let fault, let page): fault.message(about: site, page: page)
        case .api(let fault): fault.message(about: site)
        case .keyedAPI(let fault): fault.message(about: site)
        case .pack(let failure): failure.message(about: site)
        case .several(let causes): causes.map(\.message).joined(separator: " ")
        case .foreignSite: "\(site) is not the site whose stories these are."
        case .foreignPage(let address): "\(address) is not a page of \(site)."
        case .foreignForm: "The form of \(site) leads to another site, so nothing that you typed was sent."
        case .noStoryList(let address): "\(address) is no list of stories."
        case .invalidNextPage: "The next page of \(site) is no list of stories."
        case .noSelectors: "Tidings has no rules for reading the pages of \(site)."
        case .unknownKind(let kind): "This version does not know the kind “\(kind)”."
        case .noFullText: "Stories of this kind have no page with more text."
        }
    }

    /// Returns a further sentence with the page's own words; an empty text if there are none.
    private static func quotation(_ words: String?) -> String {
        guard let words, !words.isEmpty else { return "" }
        return " It says “\(words)”."
    }

    private var feedMessage: String {
        switch reason {
        case .notAFeed(let document, let words): document.feedMessage(about: site) + Self.quotation(words)
        case .notPublicYet(let words): "\(site) is not public yet: it says “\(words)”."
        case .feedTooLarge(let limit):
            "\(site) has a feed larger than the \(max(1, limit >> 20)) MiB that Tidings reads."
        default: "\(site) has a web page here that names no feed, and none was found at the usual places."
        }
    }

    private var articleMessage: String {
        switch reason {
        case .notAnArticle(let kind, let words): kind.message + Self.quotation(words)
        case .notAWebPage(.binary): "This is not a web page."
        case .notAWebPage(let document): "This is \(document.noun), not a web page."
        case .file(let contentType, let size):
            "\(site) has no page there but \(Self.fileDescription(contentType)) "
                + "(\(ByteCountFormatter.string(fromByteCount: Int64(size), countStyle: .file)))."
        case .consentNeeded: "\(site) asks for your consent before it shows this page, which only you can give."
        case .passwordProtected: "\(site) shows this story and its comments only to those who have its password."
        default: "The page shows a video, which Tidings cannot play here."
        }
    }

    private static func fileDescription(_ type: String) -> String {
        switch type {
        case "application/pdf": "a PDF"
        case "application/json", "application/ld+json", "application/feed+json": "JSON"
        case "application/rss+xml", "application/atom+xml": "a feed"
        case "application/zip", "application/gzip", "application/x-tar", "application/x-7z-compressed": "a packed file"
        case "text/plain": "plain text"
        case _ where type.hasPrefix("image/"): "a picture"
        case _ where type.hasPrefix("audio/"): "an audio file"
        case _ where type.hasPrefix("video/"): "a video"
        case "": "a file"
        default: "a file (\(type))"
        }
    }
}

extension FailureCause.FoundDocument {
    fileprivate func feedMessage(about site: String) -> String {
        switch self {
        case .webPage: "\(site) answered with a web page instead of a feed; look on the site for the feed's address."
        case .interstitial(let kind): "\(site) answered with a page that \(kind.summary), instead of a feed."
        case .empty: "\(site) answered with an empty document instead of a feed."
        case .json: "\(site) has JSON at this address that is no JSON Feed."
        case .xml(let root): "\(site) has XML at this address whose outermost element <\(root)> is not a feed's."
        case .opml: "\(site) has \(noun) at this address; import it instead of following it."
        case .emptyXML: "\(site) answered with XML without any element."
        case .binary: "\(site) answered with bytes that are neither a feed nor a web page."
        case .feed, .damagedFeed:
            "\(site) has a feed that cannot be read: This document begins like XML, but has no feed in it."
        case .image, .archive, .media, .text: "\(site) has \(noun) at this address, not a feed."
        }
    }

    fileprivate var noun: String {
        switch self {
        case .webPage, .interstitial: "a web page"
        case .image(let format): "a picture (\(format))"
        case .archive(let format): "a packed file (\(format))"
        case .media(let description): description
        case .empty: "an empty document"
        case .json: "JSON"
        case .opml: "a list of subscriptions (OPML)"
        case .xml, .emptyXML: "XML"
        case .text: "plain text"
        case .binary: "a file"
        case .feed, .damagedFeed: "a feed"
        }
    }
}

extension FailureCause.JSONFault {
    /// A clause that follows "answered with ".
    fileprivate var clause: String {
        switch self {
        case .empty: "an empty document instead of JSON"
        case .truncated: "JSON that breaks off"
        case .webPage: "a web page instead of JSON"
        case .invalid(let offset): "something that is no JSON from byte \(offset &+ 1) on"
        }
    }
}

extension FailureCause.ExpectedContent {
    /// A clause that follows "answered with ".
    fileprivate var clause: String {
        switch self {
        case .list: "JSON that is no list"
        case .commentList: "JSON that is no list of comments"
        case .storyList: "something that is no list of stories"
        case .itemList: "something that is no list of items"
        case .thread: "something that is no thread"
        case .searchResult: "something that is no result"
        case .numbers: "something that is not a list of numbers"
        case .changes: "something that is not a list of changes"
        case .person: "something that is not a person"
        case .item(let id): "something that is not item \(id)"
        }
    }
}

extension FailureCause.MissingElement {
    /// A clause, with its verb, that follows "on which no ".
    fileprivate var clause: String {
        switch self {
        case .storyRows: "rows of stories are"
        case .storyTitles: "titles of stories are"
        case .story: "story is"
        case .storyRow: "story's row is"
        case .commentArea: "place for comments is"
        case .commentTexts: "texts of comments are"
        case .person: "person is"
        case .comments(1): "comment, though there is one, is"
        case .comments(let count): "comments, though there are \(count), are"
        }
    }
}

extension FailureCause.CommentFault {
    fileprivate func message(about site: String, page: Int?) -> String {
        let place = page.map { "\(site)'s page \($0) of the comments" } ?? "\(site)'s page"
        return switch self {
        case .cutShort, .fewer, .fewerThanBefore, .lost: doubt(about: place)
        case .noStoryPage: "The story has no page, and so no comments."
        case .unknownMarkup(let count):
            "\(place) shows \(Plural.comment.counted(count)) in a markup that Tidings does not know."
        case .unknownList: "\(place) has a list of comments in a markup that Tidings does not know."
        case .thirdParty(let name): "\(place) uses \(name) for its comments, which Tidings cannot read."
        case .hidden(let count):
            "\(place) counts \(Plural.comment.counted(count)) and shows them in a way unknown to Tidings."
        case .noCommentArea: "\(place) shows no place for comments that Tidings knows."
        case .missing(let count): "\(place) shows none of the \(Plural.comment.counted(count)) that the site counts."
        case .notACommentFeed: "\(site) has a feed there that holds no comments."
        case .notInFeed: "Its comment feed does not have them either."
        case .newestOnly: "Its comment feed has only the newest, and not all the comments they reply to."
        }
    }

    /// Returns the reason why the comments of a page did not replace the stored ones.
    private func doubt(about place: String) -> String {
        switch self {
        case .fewer(let shown, let counted):
            "\(place) counts \(Plural.comment.counted(counted)) and shows only \(shown)."
        case .fewerThanBefore(let shown, let before):
            "\(place) shows only \(shown) of the \(Plural.comment.counted(before)) that were there before."
        case .lost(.authors): "\(place) no longer says who wrote the comments."
        case .lost(.times): "\(place) no longer says when the comments were written."
        case .lost(.parents): "\(place) no longer says which comments are replies."
        default: "\(place) breaks off in the middle of the comments."
        }
    }

}

extension FailureCause.APIFault {
    fileprivate func message(about site: String) -> String {
        switch self {
        case .closed: "\(site)'s REST interface is closed to visitors (401)."
        case .refused(let status, let words):
            "\(site)'s REST interface refused to send the comments (\(status)\(words.map { ": \($0)" } ?? ""))."
        case .missing: "\(site) has no REST interface."
        case .storyWithheld: "\(site)'s REST interface does not show the comments of this story."
        case .unavailable: "\(site)'s REST interface could not be reached."
        }
    }
}
