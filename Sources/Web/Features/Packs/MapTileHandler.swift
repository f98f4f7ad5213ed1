import HTTPTypes
import Hummingbird
import News
import Pictures
import Untrusted

/// A handler of map tiles, which are fetched from the configured tile server and stored as pictures are: pages load
/// nothing from other servers, and the tile server learns of no reader.
struct MapTileHandler {
    let dependencies: WebDependencies

    /// The requested width; a tile has 256 or 512 pixels and is never enlarged.
    private static let width = 640

    func response(_ request: Request, _ context: ReaderRequestContext) async -> Response {
        let edition = dependencies.edition(at: request.uri.path)
        guard let server = dependencies.settings.mapTiles, edition.pack != nil,
            dependencies.has(edition, at: request.uri.path), let tile = Self.tile(context)
        else { return Response.plainText(.notFound, "There is no such part of the map.") }
        let address = server.address(of: tile)
        let encoding = PictureHandler.encoding(for: request)
        guard context.client.intent.allowsSideEffects else {
            let cached = await dependencies.images.cachedImage(
                address: address, width: Self.width, crop: .original, as: encoding)
            guard let cached else { return Response.plainText(.notFound, "That part has not been loaded yet.") }
            return PictureHandler.response(cached, to: request)
        }
        do throws(PictureError) {
            let image = try await dependencies.images.image(
                id: 0, address: address, width: Self.width, crop: .original, as: encoding)
            return PictureHandler.response(image, to: request)
        } catch { return Response.plainText(.notFound, error.message) }
    }

    private static func tile(_ context: ReaderRequestContext) -> MapTileServer.Tile? {
        func number(_ name: String) -> Int? {
            context.parameters.get(name).flatMap { UntrustedInteger(digits: $0) }?.int(in: 0...0xFFFF)
        }
        guard let zoom = number("zoom"), let column = number("column"), let row = number("row") else { return nil }
        return MapTileServer.Tile(zoom: zoom, column: column, row: row)
    }
}
