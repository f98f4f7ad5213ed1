import NIOCore
import Testing

@testable import Web

@Suite struct ConnectionDeadlinesTests {
    private static let limits = ConnectionLimits(total: 100, perAddress: 10)
    private var deadlines = ConnectionDeadlines(limits, at: Self.at(0))

    private static func at(_ second: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(second) }

    private func until(_ second: Int64, stranger: Bool = true) -> Bool {
        deadlines.deadline(isAdmitted: !stranger) == Self.at(second)
    }

    @Test mutating func `a connection that sends nothing, or a head by drops, has ten seconds`() {
        #expect(until(10))
        for second in 1...9 { deadlines.received(at: Self.at(Int64(second))) }
        #expect(until(10))
        #expect(until(10, stranger: false))
    }

    @Test mutating func `a stranger's request has twenty seconds with its body, however the drops fall`() {
        deadlines.received(at: Self.at(1))
        deadlines.requestHead(at: Self.at(5))
        for second in 6...19 { deadlines.requestBody(at: Self.at(Int64(second))) }
        #expect(until(20))
    }

    @Test mutating func `who is inside has five minutes for a body that moves, and a minute for one that does not`() {
        deadlines.requestHead(at: Self.at(2))
        #expect(until(62, stranger: false))
        deadlines.requestBody(at: Self.at(250))
        #expect(until(300, stranger: false))
    }

    @Test mutating func `a body that nobody waited for keeps its deadline after the response`() {
        deadlines.requestHead(at: Self.at(1))
        deadlines.responseHead(at: Self.at(2))
        deadlines.responseEnd(at: Self.at(2))
        deadlines.requestBody(at: Self.at(18))
        #expect(until(20))
    }

    @Test mutating func `while we keep somebody waiting there is no deadline`() {
        deadlines.requestHead(at: Self.at(1))
        deadlines.requestEnd()
        #expect(deadlines.isServing)
        #expect(deadlines.deadline(isAdmitted: false) == nil)
    }

    @Test mutating func `a connection rests for seconds, and for more than a minute when somebody inside keeps it`() {
        answerOne(from: 1, to: 3)
        #expect(deadlines.isIdle)
        #expect(until(13))
        #expect(until(78, stranger: false))
        deadlines.received(at: Self.at(50))
        #expect(until(60, stranger: false))
    }

    @Test mutating func `a response that nobody reads ends the connection, of a paused player after ten minutes`() {
        deadlines.requestHead(at: Self.at(1))
        deadlines.requestEnd()
        deadlines.responseHead(at: Self.at(1))
        deadlines.recordWriteBacklog(60_000, at: Self.at(4))
        deadlines.recordWriteBacklog(60_000, at: Self.at(9))
        #expect(until(24))
        #expect(until(604, stranger: false))
    }

    @Test mutating func `reading by drops does not hold a stranger's connection longer than two minutes`() {
        deadlines.requestHead(at: Self.at(1))
        deadlines.requestEnd()
        deadlines.responseHead(at: Self.at(1))
        deadlines.responseEnd(at: Self.at(1))
        for second in 2...119 { deadlines.recordWriteBacklog(60_000 - Int(second), at: Self.at(Int64(second))) }
        #expect(until(121))
        #expect(until(719, stranger: false))
    }

    @Test mutating func `rest begins when the last byte has been taken`() {
        answerOne(from: 1, to: 2)
        deadlines.recordWriteBacklog(9000, at: Self.at(5))
        deadlines.recordWriteBacklog(0, at: Self.at(40))
        #expect(until(50))
    }

    @Test mutating func `of requests that come together the last response counts, and a refusal of none is harmless`() {
        deadlines.requestHead(at: Self.at(1))
        deadlines.requestEnd()
        deadlines.requestHead(at: Self.at(1))
        deadlines.requestEnd()
        deadlines.responseEnd(at: Self.at(4))
        #expect(deadlines.isServing)
        deadlines.responseEnd(at: Self.at(6))
        #expect(until(16))
        deadlines.responseEnd(at: Self.at(7))
        #expect(until(17))
        #expect(deadlines.isIdle)
    }

    private mutating func answerOne(from first: Int64, to last: Int64) {
        deadlines.received(at: Self.at(first))
        deadlines.requestHead(at: Self.at(first))
        deadlines.requestEnd()
        deadlines.responseHead(at: Self.at(last))
        deadlines.responseEnd(at: Self.at(last))
    }
}
