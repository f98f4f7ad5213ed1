import Library
import Markup
import News
import URLs

/// A page with the form of the reader's own profile at an origin (HN-38).
struct EditOwnProfilePage {
    let source: Int64

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let (source, account) = try await MemberPageContext.account(at: source, for: scope)
        let screen = MemberPageContext(scope: scope, source: source)
        let mayFetch = account?.state == .signedIn && scope.intent.allowsSideEffects
        let result =
            mayFetch ? try await scope.library.memberAccounts.profile(at: source, for: scope.reader) : nil
        return screen.page(Strings.editProfile, back: .account(source: source.id)) { w in
            guard account?.state == .signedIn else { return screen.writeSignIn(into: &w) }
            switch result {
            case nil:
                screen.writeNote(Strings.memberListNotFetched(screen.siteName), into: &w)
                screen.writeButton(
                    Strings.fetchMemberList(screen.siteName), scope.path(.memberProfile(source.id)), into: &w)
            case .signInNeeded: screen.writeSignIn(into: &w)
            case .failed(let failure):
                screen.writeFailure(failure, into: &w)
            case .profile(let profile): writeForm(profile, screen, &w)
            }
        }
    }

    private func writeForm(_ profile: MemberProfile, _ screen: MemberPageContext, _ w: inout HTMLWriter) {
        guard !profile.fields.isEmpty else {
            return screen.writeNote(Strings.profileHasNoForm(screen.siteName), into: &w)
        }
        let scope = screen.scope
        screen.writeNote(Strings.profileIsPublic(screen.siteName), into: &w)
        // The shown values are sent along, so that only changed fields are sent to the site.
        let shown = profile.fields.map { (name: "was-\($0.name)", value: $0.value) }
        ActionForm(
            scope, .saveMemberProfile, returnPath: scope.path(.account(source: screen.source.id)),
            fields: [("source", String(screen.source.id)), ("token", FormToken.make())] + shown,
            style: "card-form native-submit"
        ).write(into: &w) { w in
            for field in profile.fields { write(field, &w) }
            w.element(.button, class: "button primary", text: Strings.save)
        }
    }

    private func write(_ field: MemberProfile.Field, _ w: inout HTMLWriter) {
        let name = "set-\(field.name)"
        w.element(.label, class: "field") { w in
            w.element(.span, text: Strings.profileField(field.name) ?? field.label)
            switch field.kind {
            case .text:
                w.element(.textarea, class: "input", [.rows(6), .name(name)]) { w in
                    // HTML ignores one line break after the tag.
                    w.text("\n")
                    w.text(field.value)
                }
            case .line, .number:
                let inputMode = field.kind == .number ? "numeric" : nil
                w.void(.input, class: "input", [.inputmode(inputMode), .name(name), .value(field.value)])
            case .choice(let values):
                w.element(.select, class: "input", [.name(name)]) { w in
                    for value in values { w.element(.option, [.selected(value == field.value)], text: value) }
                }
            }
        }
    }
}

struct MemberProfileForm: FormValue {
    let source: Int64
    let token: String
    /// The fields of the profile: `set-` with the new value, `was-` with the one shown.
    let profile: QueryParameters

    static let faults = ["source": "No account was named.", "token": "No account was named."]
}

/// An action that sends the changed fields of the reader's own profile.
struct MemberProfileAction {
    let scope: RequestScope

    func perform(_ form: MemberProfileForm) async throws(LibraryError) -> ActionOutcome {
        guard !form.token.isEmpty else { throw .invalid(why: "No account was named.") }
        let (source, _) = try await MemberPageContext.account(at: form.source, for: scope)
        var changes: [String: String] = [:]
        for (field, value) in form.profile.fields(withPrefix: "set-") {
            // Browsers send line breaks as CR LF.
            let written = value.replacing("\r\n", with: "\n")
            if form.profile["was-\(field)"]?.replacing("\r\n", with: "\n") != written { changes[field] = written }
        }
        guard !changes.isEmpty else { return outcome(.unchanged, at: source) }
        let entry = try await scope.library.outbox.perform(
            .updateProfile(changes), at: source, token: form.token, for: scope.reader)
        if case .ended(.accepted) = entry.state { return outcome(.saved, at: source) }
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    private func outcome(_ result: MembershipResult, at source: StorySource) -> ActionOutcome {
        .membership(result, words: Strings.membershipResult(result, at: SiteName.of(source, in: scope)))
    }
}
