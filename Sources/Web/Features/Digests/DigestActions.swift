import Foundation
import Library
import News
import Untrusted

/// The form of a digest's hours, time zone and ways.
struct DigestForm: FormValue {
    let on: Bool
    let hour: RepeatedField
    let zone: String
    let way: RepeatedField

    static let faults = ["zone": Strings.digestZoneNeeded]

    private static let maxZoneLength = 64

    /// Returns the settings of the form.
    /// - Parameters:
    ///   - former: the settings that are changed; hours stay as they were if digests are turned off without any.
    ///   - ways: the ways that the reader has.
    /// - Throws: `.invalid` with the sentence for the first fault.
    func settings(
        changing former: DigestSettings?, among ways: Set<DeliveryWayRecord.ID>
    ) throws(LibraryError) -> DigestSettings {
        guard zone.utf8.count <= Self.maxZoneLength, let zone = TimeZone(identifier: zone) else {
            throw .invalid(why: Strings.digestZoneNeeded)
        }
        let hours = hour.values.map { UntrustedInteger($0)?.int(in: 0...23) ?? -1 }
        let kept = former?.schedule.hours ?? [DigestSchedule.usualHour]
        guard let schedule = DigestSchedule(hours: hours.isEmpty && !on ? kept : hours, zone: zone) else {
            throw .invalid(why: Strings.digestHourNeeded)
        }
        let chosen = way.values.map { UntrustedInteger($0)?.id.map { DeliveryWayRecord.ID(rawValue: $0) } }
        guard chosen.allSatisfy({ $0.map(ways.contains) ?? false }) else { throw .invalid(why: Strings.noSuchWay) }
        return DigestSettings(isOn: on, schedule: schedule, ways: Set(chosen.compactMap(\.self)))
    }
}

/// The actions of the digest's settings. Each leads back to their page.
struct DigestActions {
    let scope: RequestScope

    private var page: String { scope.path(.page(.digestSettings)) }
    private var service: DigestService { scope.library.digests }

    func save(_ form: DigestForm) async throws(LibraryError) -> ActionOutcome {
        guard scope.edition.pack == nil else { throw .invalid(why: Strings.guideHasNoDigest) }
        let ways = try await scope.library.deliveries.ways(for: scope.reader).map(\.id)
        let former = try await service.settings(of: scope.edition.id, for: scope.reader)
        let settings = try form.settings(changing: former, among: Set(ways))
        try await service.choose(settings, of: scope.edition.id, for: scope.reader)
        return .toast(settings.isOn ? Strings.digestSaved : Strings.digestIsOff, on: page)
    }

    func makeFeed() async throws(LibraryError) -> ActionOutcome {
        let token: SecretToken
        do throws(LibraryError) {
            token = try await service.makeFeed(of: scope.edition.id, for: scope.reader)
        } catch { throw error == .notThere ? .invalid(why: Strings.digestSettingsNeeded) : error }
        scope.dependencies.digestFeeds.store(token, of: scope.edition.id, for: scope)
        return .toast(Strings.digestFeedMade, on: page)
    }

    func endFeed() async throws(LibraryError) -> ActionOutcome {
        scope.dependencies.digestFeeds.removeValue(of: scope.edition.id, for: scope)
        do throws(LibraryError) { try await service.endFeed(of: scope.edition.id, for: scope.reader) } catch {
            guard error == .notThere else { throw error }
        }
        return .toast(Strings.digestFeedEnded, on: page)
    }
}
