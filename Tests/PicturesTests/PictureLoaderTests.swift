import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(1))) struct ImageServiceTests {
    /// A site of pictures on loopback that counts how often each path was asked for.
    private final class ImageOrigin: Sendable {
        private struct Responder: HTTPResponder {
            typealias Context = BasicRequestContext
            let site: ImageOrigin

            func respond(to request: Request, context: Context) async throws -> Response {
                let path = request.uri.path
                site.counts.withLock { $0[path, default: 0] += 1 }
                guard let bytes = site.pictures[path] else { return Response(status: .notFound) }
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
            }
        }

        let pictures: [String: [UInt8]]
        let counts = Mutex<[String: Int]>([:])
        let port = Mutex(0)

        init(_ pictures: [String: [UInt8]]) { self.pictures = pictures }

        func hits(_ path: String) -> Int { counts.withLock { $0[path] ?? 0 } }
        func address(_ path: String) -> String { "http://127.0.0.1:\(port.withLock { $0 })\(path)" }

        func serve(_ test: (PictureLoader) async throws -> Void) async throws {
            let (ports, found) = AsyncStream<Int>.makeStream()
            let application = Application(
                responder: Responder(site: self), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    found.yield(channel.localAddress?.port ?? 0)
                    found.finish()
                }, logger: Logger(label: "site", factory: { _ in SwiftLogNoOpLogHandler() }))
            let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
            let service = ServiceGroup(configuration: .init(services: [application], logger: application.logger))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                for await number in ports { port.withLock { $0 = number } }
                let pair = AllowedAddress("127.0.0.1:\(port.withLock { $0 })")
                let fetcher = Fetcher(
                    policy: AddressPolicy(allowing: [pair].compactMap { $0 }), userAgent: "Tidings-tests")
                let images = PictureLoader(folder: folder, fetcher: fetcher, cacheLimit: 50_000_000)
                let result: Result<Void, any Error>
                do { result = .success(try await test(images)) } catch { result = .failure(error) }
                await fetcher.shutdown()
                await service.triggerGracefulShutdown()
                try await group.waitForAll()
                try result.get()
            }
        }
    }

    private func failure(_ images: PictureLoader, _ address: String, width: Int = 324) async -> PictureError? {
        do throws(PictureError) {
            _ = try await images.image(id: 1, address: address, width: width, crop: .original)
            return nil
        } catch {
            return error
        }
    }

    @Test(.mission("MIT-13")) func `however many ask, a picture is fetched once and made once`() async throws {
        let site = ImageOrigin(["/a": try TestImage.jpeg(900, 600)])
        try await site.serve { images in
            let address = site.address("/a")
            let found = try await withThrowingTaskGroup(of: EncodedPicture.self) { group in
                for step in 0..<30 {
                    let width = step % 2 == 0 ? 324 : 144
                    group.addTask {
                        try await images.image(id: 1, address: address, width: width, crop: .threeTwo)
                    }
                }
                return try await group.reduce(into: Set<EncodedPicture>()) { $0.insert($1) }
            }
            #expect(found.count == 2)
            #expect(Set(found.map(\.etag)).count == 2)
            #expect(found.allSatisfy { $0.type == "image/jpeg" })
            _ = try await images.image(id: 1, address: address, width: 640, crop: .original)
            #expect(try await images.details(of: address).width == 900)
            #expect(site.hits("/a") == 1)
        }
    }

    @Test func `the same picture has the same tag and a PNG its own type`() async throws {
        let site = ImageOrigin(["/a": try TestImage.png(90, 60, background: false)])
        try await site.serve { images in
            let first = try await images.image(id: 1, address: site.address("/a"), width: 72, crop: .square)
            let second = try await images.image(id: 1, address: site.address("/a"), width: 72, crop: .square)
            #expect(first == second)
            #expect(first.type == "image/png")
            #expect(first.etag.hasPrefix("\"") && first.etag.hasSuffix("\"") && first.etag.count == 26)
            #expect(try MeasuredImage(first.bytes).width == 60)
        }
    }

    @Test func `each encoding is kept by itself, made of one original`() async throws {
        let site = ImageOrigin(["/a": try TestImage.png(900, 600)])
        try await site.serve { images in
            let address = site.address("/a")
            for (encoding, type) in [(PictureEncoding.webp, "image/webp"), (.jpeg, "image/jpeg")] {
                #expect(await images.cachedImage(address: address, width: 324, crop: .square, as: encoding) == nil)
                let found = try await images.image(id: 1, address: address, width: 324, crop: .square, as: encoding)
                #expect(found.type == type)
                #expect(await images.cachedImage(address: address, width: 324, crop: .square, as: encoding) == found)
            }
            #expect(site.hits("/a") == 1)
        }
    }

    @Test(.mission("NEXUS-14")) func `a width that is not offered is refused without asking`() async throws {
        let site = ImageOrigin(["/a": try TestImage.png(90, 60)])
        try await site.serve { images in
            #expect(await failure(images, site.address("/a"), width: 325) == .unsupportedWidth(325))
            #expect(site.hits("/a") == 0)
        }
    }

    @Test func `a disappointment is not repeated for every look`() async throws {
        let site = ImageOrigin(["/page": Array("<html>".utf8)])
        try await site.serve { images in
            for _ in 0..<5 {
                #expect(await failure(images, site.address("/none")) == .notFetched(.notThere))
                guard case .notAnImage = await failure(images, site.address("/page")) else {
                    Issue.record("a page was taken for a picture")
                    return
                }
            }
            #expect(site.hits("/none") == 1)
            #expect(site.hits("/page") == 1)
        }
    }

    @Test func `what a picture calls itself does not count`() async throws {
        let svg = Array(TestImage.svg(width: 90, height: 60).utf8)
        let site = ImageOrigin(["/a.jpg": svg, "/b.svg": try TestImage.jpeg(90, 60)])
        try await site.serve { images in
            guard case .notAnImage = await failure(images, site.address("/a.jpg")) else {
                Issue.record("a drawing was opened")
                return
            }
            #expect(await failure(images, site.address("/b.svg")) == nil)
        }
    }

    @Test func `a private address is not asked for pictures either`() async throws {
        let site = ImageOrigin([:])
        try await site.serve { images in
            guard case .notFetched(.notAllowed) = await failure(images, "http://127.0.0.1:1/a.jpg") else {
                Issue.record("it was asked")
                return
            }
        }
    }
}
