import Library
import News
import Untrusted

/// The actions on alerts and their rules.
struct AlertActions {
    let scope: RequestScope

    private var page: String { scope.path(.page(.alertSettings)) }
    private var service: AlertService { scope.library.alerts }

    func save(_ form: AlertRuleForm) async throws(LibraryError) -> ActionOutcome {
        let subject = try form.subject()
        let rule: AlertRule
        do throws(LibraryError) {
            rule = try await service.save(
                subject, hasFollowUps: form.followUps, replacing: form.rule, for: scope.reader)
        } catch {
            throw error == .notThere ? .invalid(why: Strings.alertSubjectIsGone) : error
        }
        let hasWay = try await scope.library.deliveries.ways(for: scope.reader).contains { $0.endedAt == nil }
        let words = hasWay ? Strings.alertSaved(rule) : Strings.alertSavedWithoutWay
        // The page of all alerts leads to the ways out, which are needed next if there are none.
        return form.stays && hasWay ? .done(words) : .toast(words, on: page)
    }

    func remove(_ form: AlertRuleIDForm) async throws(LibraryError) -> ActionOutcome {
        do throws(LibraryError) { try await service.remove(form.rule, for: scope.reader) } catch {
            // The rule was already removed, by a second click or on another page.
            guard error == .notThere else { throw error }
        }
        return .toast(Strings.alertRemoved, on: page)
    }

    func save(_ form: AlertSettingsForm) async throws(LibraryError) -> ActionOutcome {
        let chosen = Set(form.ways.values.compactMap { UntrustedInteger($0)?.id })
        let known = try await scope.library.deliveries.ways(for: scope.reader).map(\.id)
        let settings = try AlertSettings(
            quietFrom: form.from ?? "", to: form.to ?? "", zone: form.zone ?? "", dailyLimit: form.limit ?? "",
            excludedWays: Set(known.filter { !chosen.contains($0.rawValue) }))
        try await service.save(settings, for: scope.reader)
        return .toast(Strings.alertSettingsSaved, on: page)
    }

    func silence(_ form: AlertSilenceForm) async throws(LibraryError) -> ActionOutcome {
        try await service.silence(form.alert, form.silenced, for: scope.reader)
        return .toast(
            form.silenced ? Strings.topicSilenced : Strings.topicNotSilenced, on: scope.path(.page(.alerts)))
    }
}
