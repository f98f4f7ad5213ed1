import Foundation

/// Lets requests out: one at a time per host, so many hosts at once, and none to a host that asked for peace.
///
/// Invariant: `inside` holds the hosts being asked, each once, never more than `places`; whoever waits in `line` waits
/// because its host is inside or all places are taken.
actor Doorkeeper {
    private struct Waiting {
        let ticket: Int
        let host: String
        let answer: CheckedContinuation<FetchError?, Never>
    }

    private let places: Int
    private let now: @Sendable () -> Date
    private var inside: Set<String> = []
    private var line: [Waiting] = []
    private var lastTicket = 0
    private var peace: [String: (until: Date, status: Int)] = [:]
    private var isClosed = false

    init(places: Int, now: @escaping @Sendable () -> Date) {
        self.places = places
        self.now = now
    }

    /// How many requests wait in line.
    var waiting: Int { line.count }

    /// Returns when it is this request's turn; it must `leave` afterwards. Throws `busy` without waiting when the
    /// host asked for peace, also when it does so while the request waits.
    func enter(_ host: String) async throws(FetchError) {
        if let refusal = refusal(host) { throw refusal }
        if Task.isCancelled { throw .calledOff }
        if inside.count < places, !inside.contains(host) {
            inside.insert(host)
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { line.append(Waiting(ticket: ticket, host: host, answer: $0)) }
        } onCancel: {
            Task { await self.giveUp(ticket) }
        }
        if let failure { throw failure }
    }

    func leave(_ host: String) {
        inside.remove(host)
        admit()
    }

    /// A host asked for peace; a longer wish that is already known stays.
    func keepAway(from host: String, until: Date, status: Int) {
        peace = peace.filter { $0.value.until > now() }
        if let known = peace[host], known.until >= until { return }
        peace[host] = (until, status)
        admit()
    }

    /// Nobody enters any more, and all who wait go home.
    func close() {
        isClosed = true
        admit()
    }

    private func refusal(_ host: String) -> FetchError? {
        if isClosed { return .calledOff }
        guard let wish = peace[host], wish.until > now() else { return nil }
        return .busy(until: wish.until, status: wish.status)
    }

    private func giveUp(_ ticket: Int) {
        guard let index = line.firstIndex(where: { $0.ticket == ticket }) else { return }
        line.remove(at: index).answer.resume(returning: .calledOff)
    }

    private func admit() {
        var still: [Waiting] = []
        for waiting in line {
            if let refusal = refusal(waiting.host) {
                waiting.answer.resume(returning: refusal)
            } else if inside.count < places, !inside.contains(waiting.host) {
                inside.insert(waiting.host)
                waiting.answer.resume(returning: nil)
            } else {
                still.append(waiting)
            }
        }
        line = still
    }
}
