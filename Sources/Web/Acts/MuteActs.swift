import Library
import News

/// Puts rules about what not to see in force, and takes them back.
struct MuteActs {
    let visit: Visit
    let form: Query

    func mute() async throws(LibraryError) -> Acting.Outcome {
        let order = try await MuteOrder.read(form, for: visit)
        guard let rule = order.rule else { throw .invalid(why: Words.sayWhatToMute) }
        let ticket = try await visit.library.mutes.mute(
            rule, until: order.until(from: visit.now), changing: order.known?.id, for: visit.reader)
        return Acting.Outcome(
            ticket: ticket.id, count: ticket.count,
            words: order.known == nil ? Words.isMuted(rule.words) : Words.muteChanged,
            go: order.known == nil ? nil : visit.path(.mutes))
    }

    func unmute() async throws(LibraryError) -> Acting.Outcome {
        guard let id = form.id("rule").map(MuteID.init(rawValue:)) else {
            throw .invalid(why: "No rule was named.")
        }
        let known = try await visit.library.mutes.all(for: visit.reader).first { $0.id == id }
        let ticket = try await visit.library.mutes.unmute(id, for: visit.reader)
        return Acting.Outcome(
            ticket: ticket.id, count: ticket.count, words: Words.isUnmuted(known?.rule.words ?? ""))
    }
}
