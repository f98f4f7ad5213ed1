import Library
import News

struct MuteActions {
    let scope: RequestScope
    let form: QueryParameters

    func mute() async throws(LibraryError) -> ActionHandler.Outcome {
        let input = try await MuteFormInput.parse(form, for: scope)
        guard let rule = input.rule else { throw .invalid(why: Strings.sayWhatToMute) }
        let token = try await scope.library.mutes.mute(
            rule, until: input.endDate(from: scope.now), changing: input.existing?.id, for: scope.reader)
        return ActionHandler.Outcome(
            ticket: token.id, count: token.count,
            words: input.existing == nil ? Strings.isMuted(rule) : Strings.muteChanged,
            // A mute from a story's page returns to the story; else the list shows the added or changed rule.
            go: input.story == nil ? scope.path(.mutes) : nil)
    }

    func unmute() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let id = form.id("rule").map(MuteID.init(rawValue:)) else {
            throw .invalid(why: "No rule was named.")
        }
        let known = try await scope.library.mutes.all(for: scope.reader).first { $0.id == id }
        guard let known else { throw .notThere }
        let token = try await scope.library.mutes.unmute(id, for: scope.reader)
        return ActionHandler.Outcome(
            ticket: token.id, count: token.count, words: Strings.isUnmuted(known.rule))
    }
}
