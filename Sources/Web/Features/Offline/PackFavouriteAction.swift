import Foundation
import Library
import News
import Untrusted

/// `POST act/marks` with the `slug` of a pack's page instead of a story: makes it a favourite, or no longer, as devices
/// do that were offline. They add when it happened (`at`, in milliseconds since 1970), and send it again until they have
/// a response: by page and date it is the same change, and the later change of a page wins.
struct PackFavouriteAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard scope.edition.pack != nil else { throw .notThere }
        let change = try Self.change(of: form, now: scope.now)
        try await scope.library.packs.setFavourites([change], in: scope.edition, for: scope.reader)
        return ActionHandler.Outcome(words: Strings.marked(.saved, change.isFavourite, in: scope.edition))
    }

    /// A device's clock may be wrong: nothing happens after now.
    static func change(of form: QueryParameters, now: Date) throws(LibraryError) -> PackFavouriteChange {
        guard let slug = form["slug"], !slug.isEmpty, slug.utf8.count <= 100 else {
            throw .invalid(why: Strings.noPageNamed)
        }
        let latest = max(0, Int(saturating: now.timeIntervalSince1970 * 1000))
        // bounded: not below zero.
        let at = form.number("at")?.int(clampedTo: 0...latest) ?? latest
        return PackFavouriteChange(
            slug: slug, isFavourite: form["value"] != "0", date: Date(timeIntervalSince1970: Double(at) / 1000))
    }
}
