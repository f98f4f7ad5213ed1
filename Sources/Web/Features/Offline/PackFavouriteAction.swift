import Foundation
import Library
import News
import Untrusted

/// `POST act/marks` with the `slug` of a pack's page instead of a story: makes it a favourite, or no longer. Devices that were
/// offline add when it happened and when they sent it (`at` and `sentAt`, in milliseconds since 1970 by their own clocks),
/// and send it again until they have a response: by page and date it is the same change, and the later change wins.
struct PackFavouriteAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard scope.edition.pack != nil else { throw .notThere }
        let change = try Self.change(of: form, now: scope.now)
        try await scope.library.packs.setFavourites([change], in: scope.edition, for: scope.reader)
        return ActionHandler.Outcome(words: Strings.marked(.saved, change.isFavourite, in: scope.edition))
    }

    /// Smaller differences are the request's way here, by which no date is moved.
    private static let clockTolerance = 10_000
    /// In the year 5138; a later one counts as this.
    private static let latestOfDevices = 100_000_000_000_000

    /// A device's clock may be wrong: dates are moved by how far it is from this server's, and nothing happens after now.
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
