import Failures
import Foundation
import Library
import News
import TestSupport
import Testing

@testable import Web

@Suite struct FeedHealthStringsTests {
    private let now = WebTestApp.start

    private func message(_ health: ChannelHealth) -> String {
        Strings.channelHealth(health, title: "Harbour Post", time: TimeFormatter(zone: .gmt, now: now))
    }

    private func failing(_ error: FailureCode?, status: Int? = nil) -> ChannelHealth {
        ChannelHealth(
            state: .failing, dueAt: now.addingTimeInterval(3600), consecutiveFailures: 3, lastError: error,
            httpStatus: status)
    }

    @Test func `each state is one sentence that names the site`() {
        #expect(message(ChannelHealth(state: .new)) == "Harbour Post has not been fetched yet. It is next.")
        #expect(message(ChannelHealth(state: .fine)) == "Harbour Post is working.")
        #expect(
            message(
                ChannelHealth(state: .fine, dueAt: now.addingTimeInterval(1800), reason: .publishes(every: 43_200)))
                == "Harbour Post is working. It publishes about twice a day. Next check: 9:50.")
        #expect(
            message(ChannelHealth(state: .fine, dueAt: now.addingTimeInterval(1800)))
                == "Harbour Post is working. Next check: 9:50.")
        #expect(message(ChannelHealth(state: .gone)).contains("gone for good (410)"))
        #expect(message(ChannelHealth(state: .paused)) == "Harbour Post is paused.")
    }

    @Test func `a pack is not called a feed, whatever is wrong with it`() {
        let time = TimeFormatter(zone: .gmt, now: now)
        for code in FailureCode.allCases {
            let words = Strings.channelHealth(failing(code), of: .pack, title: "Small County", time: time)
            #expect(!words.contains("feed"), "\(code)")
        }
        for (code, failure) in [(FailureCode.unreadable, PackDownloadFailure.damaged), (.notAllowed, .tooLarge)] {
            let words = Strings.failureGroup(FetchFailure(code: code, cause: FailureCause(.pack(failure), at: "a")))
            #expect(words.contains("pack") && !words.contains("feed"), "\(code)")
        }
    }

    @Test func `who asked us to wait, and until when`() {
        let until = now.addingTimeInterval(18_000)
        #expect(
            message(ChannelHealth(state: .waiting, waitUntil: until)) == "Harbour Post asked us to wait until 14:20.")
        #expect(message(ChannelHealth(state: .waiting, dueAt: until)) == "Harbour Post asked us to wait until 14:20.")
        #expect(message(ChannelHealth(state: .waiting)) == "Harbour Post asked us to wait.")
        #expect(message(ChannelHealth(state: .waiting, waitUntil: until + 86_400)).hasSuffix("until 14:20 tomorrow."))
    }

    @Test(.mission("NEXUS-55", "HN-03")) func `a failure says whose side it was and when it is tried again`() {
        #expect(
            message(failing(.notThere))
                == "Harbour Post has nothing at its address any more (404). Check the address. Next try: 10:20.")
        #expect(
            message(failing(.refused, status: 403))
                == "Harbour Post refused to send its stories (403). Next try: 10:20.")
        #expect(
            message(failing(.refused, status: 503))
                == "Harbour Post reported a server error (503). Next try: 10:20.")
        #expect(
            message(failing(.refused))
                == "Harbour Post answered with an error instead of its stories. Next try: 10:20.")
        #expect(message(failing(.unreadable)).hasPrefix("Harbour Post sent something that is not a feed."))
        var list = failing(.unreadable)
        list.lastCause = FailureCause(.notJSON(.webPage), at: "harbour.example")
        #expect(message(list).hasPrefix("harbour.example answered with a web page instead of JSON."))
        list.lastCause = FailureCause(.notAFeed(.webPage), at: "harbour.example")
        #expect(message(list).hasPrefix("Harbour Post sent something that is not a feed."))
        #expect(message(failing(.signInNeeded)).hasPrefix("Harbour Post shows its stories only after a sign-in."))
        #expect(message(failing(.keyNeeded)).hasPrefix("Harbour Post needs a key, or another one."))
        #expect(message(failing(.notAllowed)).contains("does not visit"))
        #expect(message(failing(.crashed)).contains("crashed twice"))
        #expect(message(failing(nil)).hasPrefix("Harbour Post could not be reached."))
    }

    private func searchFailure(_ code: FailureCode, _ cause: FailureCause) -> String {
        Strings.failure(FetchFailure(code: code, cause: cause), of: .searchResults, at: "news.example")
    }

    @Test func `what a service with keys refuses is said in words of its own`() {
        let cause = FailureCause(.keyedAPI(.queryTooLong(limit: 500)), at: "news.example")
        #expect(searchFailure(.notAllowed, cause) == cause.message)
        #expect(
            searchFailure(.keyNeeded, FailureCause(.invalidNextPage, at: "news.example"))
                == "news.example needs a key, or another one.")
        let missing = FailureCause(.keyedAPI(.keyMissing), at: "news.example")
        #expect(searchFailure(.keyNeeded, missing) == "news.example needs a key of yours.")
        #expect(Strings.loadMoreFailure("key", title: "Harbour Post") == "Harbour Post needs a key, or another one.")
        let refused = FetchFailure(code: .notAllowed, cause: cause)
        #expect(Strings.failureGroup(refused) == "Does not offer what was asked for")
        #expect(Strings.failureGroup(FetchFailure(code: .keyNeeded)) == "Needs a key, or another one")
    }

    @Test func `a failure of any item is a sentence with the site, the time and the origin's own message`() {
        let items: [FailedItem] = [
            .feed, .pack, .newFeed, .page, .storyPage, .comments, .moreStories, .searchResults, .profile(of: "eve"),
            .service, .actionPage,
        ]
        for item in items {
            for code in FailureCode.allCases {
                let words = Strings.failure(FetchFailure(code: code), of: item, at: "a.example", until: "14:20")
                #expect(words.hasPrefix("a.example ") && words.hasSuffix("."), "\(words)")
                #expect(words.contains("until 14:20") == (code == .busy), "\(words)")
            }
        }
        let message = FailureCause(.originError("Members only"), at: "a.example")
        let refused = FetchFailure(code: .refused, status: 403, cause: message)
        #expect(
            Strings.failure(refused, of: .page, at: "a.example")
                == "a.example refused to send this page (403): “Members only”. It may still open in a browser.")
        #expect(
            Strings.failure(FetchFailure(code: .refused, status: 451), of: .comments, at: "a.example")
                == "a.example does not make the comments of this story available (451).")
    }

    @Test func `no sentence is empty or shouts`() {
        for state in ChannelHealthState.allCases {
            let sentence = message(ChannelHealth(state: state))
            #expect(sentence.hasSuffix(".") && !sentence.contains("!") && !sentence.contains("error"))
        }
    }
}
