import Foundation
import Logging
import Web

/// A log handler that writes each event as one line to standard error: `2026-11-22T16:40:11Z warning tidings: sign-in
/// failed: …`. The handler removes control characters, which could forge lines or control a terminal.
struct LineLogHandler: LogHandler {
    let label: String
    var ignoredMessages: Set<String> = []
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// The length in Unicode scalars that keeps a line below PIPE_BUF, so that writing to a pipe is atomic.
    private static let maxLength = 900

    init(label: String, ignoring messages: Set<String> = []) {
        self.label = label
        ignoredMessages = messages
    }

    /// Installs the handler; call once, before any logger is created.
    static func bootstrap() { LoggingSystem.bootstrap { LineLogHandler(label: $0) } }

    /// The logger of the web server. Logs errors only, without those of single connections, which clients cause, and
    /// those of a shutdown that no longer waits for slow requests.
    static var httpLogger: Logger {
        let ignored: Set = [
            "Server channel error", "Waiting on child channel: CancellationError()",
            "Server shutdown error: Already closed",
        ]
        var logger = Logger(label: "tidings.http") { LineLogHandler(label: $0, ignoring: ignored) }
        logger.logLevel = .error
        return logger
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard !ignoredMessages.contains("\(event.message)") else { return }
        let known = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let more = known.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let text = LogSanitizer.sanitize("\(event.message)\(more)", limit: Self.maxLength)
        let line = "\(Date().formatted(.iso8601)) \(event.level) \(LogSanitizer.sanitize(label)): \(text)\n"
        // Writing fails only if standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
