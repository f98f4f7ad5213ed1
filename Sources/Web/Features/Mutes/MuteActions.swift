import Library
import News

struct UnmuteForm: FormValue {
    let rule: MuteID

    static let faults = ["rule": "No rule was named."]
}

struct MuteActions {
    let scope: RequestScope

    func mute(_ form: MuteFields) async throws(LibraryError) -> ActionOutcome {
        let input = try await MuteFormInput.parse(form, for: scope)
        guard let rule = input.rule else { throw .invalid(why: Strings.sayWhatToMute) }
        let token = try await scope.library.mutes.mute(
            rule, until: input.endDate(from: scope.now), changing: input.existing?.id, for: scope.reader)
        return .undoable(
            token, input.existing == nil ? Strings.isMuted(rule) : Strings.muteChanged,
            // A mute from a story's page returns to the story; else the list shows the added or changed rule.
            go: input.story == nil ? scope.path(.mutes) : nil)
    }

    func unmute(_ form: UnmuteForm) async throws(LibraryError) -> ActionOutcome {
        let known = try await scope.library.mutes.all(for: scope.reader).first { $0.id == form.rule }
        guard let known else { throw .notThere }
        let token = try await scope.library.mutes.unmute(form.rule, for: scope.reader)
        return .undoable(token, Strings.isUnmuted(known.rule))
    }
}
