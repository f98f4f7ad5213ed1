import Foundation
import Library
import News
import Untrusted

/// The action of `POST act/set-mark` with the `slug` of a pack's page instead of a story: adds or removes a favourite.
/// Devices that were offline add the time of the change and the time of sending (`at` and `sentAt`, in milliseconds
/// since 1970 by their own clocks), and resend until they have a response. The same page and date is the same change,
/// and the later change wins.
struct PackFavouriteAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard scope.edition.pack != nil else { throw .notThere }
        let change = try Self.change(of: form, now: scope.now)
        try await scope.library.packs.setFavourites([change], in: scope.edition, for: scope.reader)
        return ActionHandler.Outcome(words: Strings.marked(.saved, change.isFavourite, in: scope.edition))
    }

    /// The clock difference in milliseconds up to which no date is adjusted, since it may be the request's travel time.
    private static let clockTolerance = 10_000
    /// The latest accepted time of a device in milliseconds since 1970, in the year 5138; later ones are clamped.
    private static let latestOfDevices = 100_000_000_000_000

    /// Returns the change. A device's clock may be wrong: its dates are adjusted by the difference from this server's
    /// clock, and are never in the future.
    static func change(of form: QueryParameters, now: Date) throws(LibraryError) -> PackFavouriteChange {
        guard let slug = form["slug"], !slug.isEmpty, slug.utf8.count <= 100 else {
            throw .invalid(why: Strings.noPageNamed)
        }
        let latest = max(0, Int(saturating: now.timeIntervalSince1970 * 1000))
        var at = form.number("at")?.int(clampedTo: 0...Self.latestOfDevices) ?? latest
        if let sentAt = form.number("sentAt")?.int(clampedTo: 0...Self.latestOfDevices) {
            let shift = latest - sentAt
            if abs(shift) > clockTolerance { at += shift }
        }
        at = min(max(0, at), latest)
        return PackFavouriteChange(
            slug: slug, isFavourite: form["value"] != "0", date: Date(timeIntervalSince1970: Double(at) / 1000))
    }
}
