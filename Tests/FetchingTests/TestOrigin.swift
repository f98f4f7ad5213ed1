import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport

/// A site on loopback that answers as a test tells it to and remembers what it was asked.
final class TestOrigin: Sendable {
    struct RecordedRequest: Sendable {
        let path: String
        let method: String
        let headers: [(name: String, value: String)]
        let body: String

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    private struct Responder: HTTPResponder {
        typealias Context = BasicRequestContext
        let origin: TestOrigin
        let answer: @Sendable (RecordedRequest) async throws -> Response

        func respond(to request: Request, context: Context) async throws -> Response {
            let body = try await request.body.collect(upTo: 1 << 20)
            var headers = request.headers.map { (name: $0.name.rawName, value: $0.value) }
            headers.append((name: "Host", value: request.head.authority ?? ""))
            let recorded = RecordedRequest(
                path: request.uri.string, method: request.method.rawValue, headers: headers, body: String(buffer: body))
            origin.record.withLock { $0.append(recorded) }
            return try await answer(recorded)
        }
    }

    private let record = Mutex<[RecordedRequest]>([])
    private let boundPort = Mutex(0)

    var requests: [RecordedRequest] { record.withLock { $0 } }
    var hits: Int { requests.count }
    var port: Int { boundPort.withLock { $0 } }
    var allowed: [AllowedAddress] { [AllowedAddress("127.0.0.1:\(port)")].compactMap { $0 } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Runs a site for the length of a test.
    static func serving<Value>(
        _ answer: @escaping @Sendable (RecordedRequest) async throws -> Response,
        _ test: (TestOrigin) async throws -> Value
    ) async throws -> Value {
        let origin = TestOrigin()
        let (ports, found) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: Responder(origin: origin, answer: answer),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                found.yield(channel.localAddress?.port ?? 0)
                found.finish()
            }, logger: Logger(label: "origin", factory: { _ in SwiftLogNoOpLogHandler() }))
        // An end by cancellation would tear down connections that are just being accepted, which NIO traps.
        let service = ServiceGroup(configuration: .init(services: [application], logger: application.logger))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            for await port in ports { origin.boundPort.withLock { $0 = port } }
            let result: Result<Value, any Error>
            do { result = .success(try await test(origin)) } catch { result = .failure(error) }
            await service.triggerGracefulShutdown()
            try await group.waitForAll()
            return try result.get()
        }
    }
}

/// Short answers for tests.
func answer(
    _ status: HTTPResponse.Status = .ok, _ body: String = "", _ headers: [(String, String)] = []
) -> Response {
    answer(status, bytes: Array(body.utf8), headers)
}

func answer(_ status: HTTPResponse.Status = .ok, bytes: [UInt8], _ headers: [(String, String)] = []) -> Response {
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
}

/// A fetcher that may ask these sites of the test and nothing else; shut down afterwards.
func withFetcher<Value>(
    of origins: [AllowedAddress], clock: TestClock = TestClock(), maxConcurrentHosts: Int = 16,
    backoffStore: BackoffStore = .none,
    limits: FetchLimits? = nil,
    _ test: (Fetcher) async throws -> Value
) async throws -> Value {
    let fetcher = Fetcher(
        policy: AddressPolicy(allowing: origins), userAgent: "Tidings-tests (+https://tidings.example/about)",
        limits: limits ?? FetchLimits(maxConcurrentHosts: maxConcurrentHosts), backoffStore: backoffStore,
        now: clock.read)
    do {
        let value = try await test(fetcher)
        await fetcher.shutdown()
        return value
    } catch {
        await fetcher.shutdown()
        throw error
    }
}

/// What a fetch failed with; nil when it did not.
func failure(_ fetcher: Fetcher, _ request: FetchRequest) async -> FetchError? {
    do throws(FetchError) {
        _ = try await fetcher.fetch(request)
        return nil
    } catch {
        return error
    }
}
