import Feeds
import Foundation
import Library
import News
import Pictures
import SyncAPI
import URLs
import Web

extension ProgramInterface {
    /// Returns the interfaces of SyncAPI, with what they need of other modules.
    static func sync(
        _ dependencies: AppDependencies, editions: EditionRegistry, pictures: PictureLoader
    ) -> ProgramInterface {
        let (library, opml) = (dependencies.library, OPMLConversion())
        let interface = SyncInterface(
            library: library, editions: editions,
            integrations: SyncIntegrations(
                discovery: dependencies.discovery,
                readOPML: { bytes throws(LibraryError) in try feeds(ofOPML: bytes, opml) },
                writeOPML: { opml.write($0) }, icon: { await icon($0, library, pictures) }),
            now: dependencies.now)
        return ProgramInterface(contains: SyncInterface.contains) { request, client in
            try await interface.respond(
                to: request,
                from: SyncClient(
                    login: client.login, onAuthorized: client.onAuthorized, onRejected: client.onRejected))
        }
    }

    private static func feeds(ofOPML bytes: [UInt8], _ opml: OPMLConversion) throws(LibraryError) -> [ImportedFeed] {
        do throws(OPMLImportError) { return try opml.read(bytes).feeds } catch {
            throw .invalid(why: error.userMessage)
        }
    }

    /// The width in pixels of icons, which is one of `PictureLoader.widths`, and that of the app's own lists.
    private static let iconWidth = 72

    /// Returns an icon that is stored here. None is fetched: a program asks for hundreds at once.
    private static func icon(_ id: PictureID, _ library: NewsLibrary, _ pictures: PictureLoader) async -> SyncIcon? {
        // A list of feeds is complete without an icon that cannot be read.
        guard let details = try? await library.pictures.picture(id, atLeast: iconWidth) else { return nil }
        for encoding in PictureEncoding.allCases {
            let cached = await pictures.cachedImage(
                address: details.address.text, width: iconWidth, crop: .square, as: encoding)
            if let cached { return SyncIcon(type: cached.type, bytes: cached.bytes) }
        }
        return nil
    }
}
