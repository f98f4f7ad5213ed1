import Foundation
import Logging
import Web

/// Writes each event as one line to standard error: `2026-11-22T16:40:11Z warning tidings: sign-in failed: …`. The time
/// is UTC (RFC 3339). Control characters are removed, so that an event can neither forge a line nor control a terminal.
struct LineLogHandler: LogHandler {
    let label: String
    /// Messages that are not logged.
    var ignoredMessages: Set<String> = []
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// Maximum length of an event in Unicode scalars, so that a line is written to a pipe atomically (PIPE_BUF).
    private static let maxLength = 900

    init(label: String, dropping dropped: Set<String> = []) {
        self.label = label
        self.ignoredMessages = dropped
    }

    /// Makes this the handler of every logger. Call once, before the first logger is created.
    static func bootstrap() { LoggingSystem.bootstrap { LineLogHandler(label: $0) } }

    /// The HTTP server's logger: errors only, without those of single connections, which clients cause (they
    /// disconnect, or do not speak TLS).
    static var httpLogger: Logger {
        var logger = Logger(label: "tidings.http") { LineLogHandler(label: $0, dropping: ["Server channel error"]) }
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
        // Fails only when standard error is closed, and then the failure cannot be reported either.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
