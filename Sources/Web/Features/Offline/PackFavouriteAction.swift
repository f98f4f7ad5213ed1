import Foundation
import Library
import News
import Untrusted

/// The form of a pack's page that becomes a favourite, or no longer is one. Devices that were offline add the time of
/// the change and the time of sending, in milliseconds since 1970 by their own clocks, and resend until they have a
/// response. The same page and date is the same change, and the later change wins.
struct PackFavouriteForm: FormValue {
    let slug: String
    let value: String?
    @CodedIfPresent var at: UntrustedInteger?
    @CodedIfPresent var sentAt: UntrustedInteger?

    static let faults = ["slug": Strings.noPageNamed]

    /// The clock difference in milliseconds up to which no date is adjusted, since it may be the request's travel time.
    private static let clockTolerance = 10_000
    /// The latest accepted time of a device in milliseconds since 1970, in the year 5138; later ones are clamped.
    private static let latestOfDevices = 100_000_000_000_000

    /// Returns the change. A device's clock may be wrong: its dates are adjusted by the difference from this server's
    /// clock, and are never in the future.
    func change(now: Date) throws(LibraryError) -> PackFavouriteChange {
        guard !slug.isEmpty, slug.utf8.count <= 100 else { throw .invalid(why: Strings.noPageNamed) }
        let latest = max(0, Int(saturating: now.timeIntervalSince1970 * 1000))
        var at = self.at?.int(clampedTo: 0...Self.latestOfDevices) ?? latest
        if let sentAt = self.sentAt?.int(clampedTo: 0...Self.latestOfDevices) {
            let shift = latest - sentAt
            if abs(shift) > Self.clockTolerance { at += shift }
        }
        at = min(max(0, at), latest)
        return PackFavouriteChange(
            slug: slug, isFavourite: value != "0", date: Date(timeIntervalSince1970: Double(at) / 1000))
    }
}

/// The action that adds or removes a favourite.
struct PackFavouriteAction {
    let scope: RequestScope

    func perform(_ form: PackFavouriteForm) async throws(LibraryError) -> ActionOutcome {
        guard scope.edition.pack != nil else { throw .notThere }
        let change = try form.change(now: scope.now)
        try await scope.library.packs.setFavourites([change], in: scope.edition, for: scope.reader)
        return .done(Strings.marked(.saved, change.isFavourite, in: scope.edition))
    }
}
