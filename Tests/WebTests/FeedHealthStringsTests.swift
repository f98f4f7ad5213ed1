import Failures
import Foundation
import Library
import News
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

    @Test func `a failure says whose side it was and when it is tried again`() {
        #expect(
            message(failing(.notThere))
                == "Harbour Post is not at its address any more (404). Check the address. Next try: 10:20.")
        #expect(
            message(failing(.refused, status: 403)) == "Harbour Post refused access (403). Next try: 10:20.")
        #expect(
            message(failing(.refused, status: 503))
                == "Harbour Post reported a server error (503). Next try: 10:20.")
        #expect(message(failing(.refused)) == "Harbour Post refused access. Next try: 10:20.")
        #expect(message(failing(.unreadable)).hasPrefix("Harbour Post sent something that is not a feed."))
        var list = failing(.unreadable)
        list.lastCause = FailureCause(.notJSON(.webPage), at: "harbour.example")
        #expect(message(list).hasPrefix("harbour.example answered with a web page instead of JSON."))
        list.lastCause = FailureCause(.notAFeed(.webPage), at: "harbour.example")
        #expect(message(list).hasPrefix("Harbour Post sent something that is not a feed."))
        #expect(message(failing(.signInNeeded)).hasPrefix("Harbour Post requires a sign-in."))
        #expect(message(failing(.keyNeeded)).hasPrefix("Harbour Post needs a key, or another one."))
        #expect(message(failing(.notAllowed)).contains("does not visit"))
        #expect(message(failing(.crashed)).contains("crashed twice"))
        #expect(message(failing(nil)).hasPrefix("Harbour Post could not be reached."))
    }

    @Test func `what a service with keys refuses is said in words of its own`() {
        let cause = FailureCause(.keyedAPI(.queryTooLong(limit: 500)), at: "news.example")
        #expect(Strings.searchFailure(.notAllowed(cause), at: "news.example") == cause.message)
        #expect(
            Strings.searchFailure(
                .keyNeeded(FailureCause(.invalidNextPage, at: "news.example")), at: "news.example")
                == "news.example searches only with a key.")
        let missing = FailureCause(.keyedAPI(.keyMissing), at: "news.example")
        #expect(Strings.searchFailure(.keyNeeded(missing), at: "news.example") == "news.example needs a key of yours.")
        #expect(Strings.loadMoreFailure("key", title: "Harbour Post") == "Harbour Post shows more only with a key.")
        let refused = FetchFailure(code: .notAllowed, cause: cause)
        #expect(Strings.failureGroup(refused) == "Does not offer what was asked for")
        #expect(Strings.failureGroup(FetchFailure(code: .keyNeeded)) == "Needs a key, or another one")
    }

    @Test func `no sentence is empty or shouts`() {
        for state in ChannelHealthState.allCases {
            let sentence = message(ChannelHealth(state: state))
            #expect(sentence.hasSuffix(".") && !sentence.contains("!") && !sentence.contains("error"))
        }
    }
}
