import Foundation

/// Lets requests out: one at a time per host or as many as a request says, so many hosts at once, and none to a host
/// that asked for peace.
///
/// Invariant: `inside` holds the hosts being asked, never more than `places`, each with how many requests ask it (never
/// 0, never more than the largest company that one of these allowed); whoever waits in `line` waits because its host
/// has all the company that the request allows, or because all places are taken.
actor Doorkeeper {
    private struct Waiting {
        let ticket: Int
        let host: String
        let atOnce: Int
        let answer: CheckedContinuation<FetchError?, Never>
    }

    private let places: Int
    private let now: @Sendable () -> Date
    private var inside: [String: Int] = [:]
    private var line: [Waiting] = []
    private var lastTicket = 0
    private var peace: [String: (until: Date, status: Int)] = [:]
    private var isClosed = false
    /// When a host was last left.
    private var leftAt: [String: ContinuousClock.Instant] = [:]

    init(places: Int, now: @escaping @Sendable () -> Date) {
        self.places = places
        self.now = now
    }

    /// How many requests wait in line.
    var waiting: Int { line.count }

    /// Returns when it is this request's turn; it must `leave` afterwards. Throws `busy` without waiting when the
    /// host asked for peace, also when it does so while the request waits.
    ///
    /// - Parameter atOnce: with how many requests at the host, this one included, it may be there.
    func enter(_ host: String, atOnce: Int = 1) async throws(FetchError) {
        if let refusal = refusal(host) { throw refusal }
        if Task.isCancelled { throw .calledOff }
        if hasRoom(for: host, atOnce) {
            inside[host, default: 0] += 1
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation {
                line.append(Waiting(ticket: ticket, host: host, atOnce: atOnce, answer: $0))
            }
        } onCancel: {
            Task { await self.giveUp(ticket) }
        }
        if let failure { throw failure }
    }

    func leave(_ host: String) {
        if leftAt.count > 256 { leftAt = leftAt.filter { ContinuousClock.now - $0.value < .seconds(60) } }
        leftAt[host] = .now
        inside[host] = inside[host].flatMap { $0 > 1 ? $0 - 1 : nil }
        admit()
    }

    /// How long to wait yet, inside, so that a host is left in peace between two questions.
    func pause(at host: String, spacing: Duration) -> Duration {
        guard let last = leftAt[host] else { return .zero }
        return max(.zero, spacing - (ContinuousClock.now - last))
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

    private func hasRoom(for host: String, _ atOnce: Int) -> Bool {
        guard let company = inside[host] else { return inside.count < places }
        return company < atOnce
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
            } else if hasRoom(for: waiting.host, waiting.atOnce) {
                inside[waiting.host, default: 0] += 1
                waiting.answer.resume(returning: nil)
            } else {
                still.append(waiting)
            }
        }
        line = still
    }
}
