import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct RefreshLogTests {
    @Test(arguments: [
        RefreshLogEntry.Event.refreshed(.succeeded(new: 1, changed: 2)), .refreshed(.succeeded(new: 0, changed: 2)),
        .refreshed(.succeeded(new: 0, changed: 0)), .refreshed(.failed(FetchFailure(code: .busy))),
        .refreshed(.failed(FetchFailure(code: .unreachable, cause: .noAnswer(from: "a.test")))),
        .skipped(.hostBusy), .skipped(.suspended), .skipped(.tooSoon), .moved(to: "https://b.test/"), .merged,
        .linkedPage(host: "c.test", .fetched(words: 150)), .linkedPage(host: "c.test", .failed(.refused)),
        .linkedPage(host: "c.test", .noText), .linkedPage(host: "c.test", .unchanged),
    ])
    func `an event is read back as it was written`(_ event: RefreshLogEntry.Event) async throws {
        let fixture = try LibraryFixture()
        let channel = try await fixture.follow("https://a.test/feed")
        let entry = RefreshLogEntry(at: fixture.clock.now, reason: .due, event: event, tookMilliseconds: 7, status: nil)
        try await fixture.library.context.database.write { transaction in
            try RefreshLog(transaction: transaction, channel: channel.rawValue).append(entry)
        }
        #expect(try await fixture.library.refreshing.log(of: channel).first == entry)
        #expect(!event.description.isEmpty && !event.code.contains(" "))
    }
}
