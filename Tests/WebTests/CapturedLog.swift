import Logging
import Synchronization

/// What a server has logged, line by line.
final class CapturedLog: Sendable {
    private let lines = Mutex<[String]>([])
    var messages: [String] { lines.withLock { $0 } }

    var logger: Logger {
        Logger(label: "test") { [self] _ in
            Handler { [self] line in lines.withLock { $0.append(line) } }
        }
    }

    private struct Handler: LogHandler {
        let write: @Sendable (String) -> Void
        var logLevel: Logger.Level = .warning
        var metadata: Logger.Metadata = [:]

        init(write: @escaping @Sendable (String) -> Void) { self.write = write }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { write("\(event.level) \(event.message)") }
    }
}
