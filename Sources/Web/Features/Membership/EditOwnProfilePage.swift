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
                screen.writeNote(Strings.memberListNotFetched(screen.host), into: &w)
                screen.writeButton(
                    Strings.fetchMemberList(screen.host), scope.path(.memberProfile(source.id)), into: &w)
            case .signInNeeded: screen.writeSignIn(into: &w)
            case .failed(let failure):
                screen.writeFailure(failure, into: &w)
            case .profile(let profile): writeForm(profile, screen, &w)
            }
        }
    }

    private func writeForm(_ profile: MemberProfile, _ screen: MemberPageContext, _ w: inout HTMLWriter) {
        guard !profile.fields.isEmpty else { return screen.writeNote(Strings.profileHasNoForm(screen.host), into: &w) }
        let scope = screen.scope
        screen.writeNote(Strings.profileIsPublic(screen.host), into: &w)
        // The shown values are sent along, so that only changed fields are sent to the site.
        let shown = profile.fields.map { (name: "was-\($0.name)", value: $0.value) }
        ActionForm(
            scope, writing: .saveMemberProfile, returnPath: scope.path(.account(source: screen.source.id)),
            fields: [("source", String(screen.source.id)), ("token", FormToken.make())] + shown,
            style: "card-form native-submit"
        ).write(into: &w) { w in
            for field in profile.fields { write(field, &w) }
            w.raw("<button class=\"button primary\">")
            w.text(Strings.save)
            w.raw("</button>")
        }
    }

    private func write(_ field: MemberProfile.Field, _ w: inout HTMLWriter) {
        w.raw("<label class=\"field\"><span>")
        w.text(Strings.profileField(field.name) ?? field.label)
        w.raw("</span>")
        switch field.kind {
        case .text:
            w.raw("<textarea class=\"input\" rows=\"6\"")
            w.attribute("name", "set-\(field.name)")
            // HTML ignores one line break after the tag.
            w.raw(">\n")
            w.text(field.value)
            w.raw("</textarea>")
        case .line, .number:
            w.raw(field.kind == .number ? "<input class=\"input\" inputmode=\"numeric\"" : "<input class=\"input\"")
            w.attribute("name", "set-\(field.name)")
            w.attribute("value", field.value)
            w.raw(">")
        case .choice(let values):
            w.raw("<select class=\"input\"")
            w.attribute("name", "set-\(field.name)")
            w.raw(">")
            for value in values {
                w.raw("<option")
                if value == field.value { w.raw(" selected") }
                w.raw(">")
                w.text(value)
                w.raw("</option>")
            }
            w.raw("</select>")
        }
        w.raw("</label>")
    }
}

/// An action that sends the changed fields of the reader's own profile.
struct MemberProfileAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let id = form.id("source"), let token = form["token"], !token.isEmpty else {
            throw .invalid(why: "No account was named.")
        }
        let (source, _) = try await MemberPageContext.account(at: id, for: scope)
        var changes: [String: String] = [:]
        for (field, value) in form.fields(withPrefix: "set-") {
            // Browsers send line breaks as CR LF.
            let written = value.replacing("\r\n", with: "\n")
            if form["was-\(field)"]?.replacing("\r\n", with: "\n") != written { changes[field] = written }
        }
        guard !changes.isEmpty else { return outcome(.unchanged, at: source) }
        let entry = try await scope.library.outbox.perform(
            .updateProfile(changes), at: source, token: token, for: scope.reader)
        if case .ended(.accepted) = entry.state { return outcome(.saved, at: source) }
        return try await OutboxRedirect(scope: scope).outcome(of: entry)
    }

    private func outcome(_ result: MembershipResult, at source: StorySource) -> ActionHandler.Outcome {
        ActionHandler.Outcome(words: Strings.membershipResult(result, at: source.site.host), membership: result)
    }
}
