import Foundation
import Logging
import Web

/// Writes each event as one line to standard error: `2026-11-22T16:40:11Z warning tidings: sign-in failed: …`. The time is
/// UTC (RFC 3339). No control character gets into a line, whatever an event says, so that nobody can forge another line or
/// reach the terminal that shows it.
struct LineLogHandler: LogHandler {
    let label: String
    /// Messages that are left out as they say nothing about this server.
    var ignoredMessages: Set<String> = []
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// The most Unicode scalars of an event: a line stays below what a pipe takes at once (PIPE_BUF).
    private static let maxLength = 900

    init(label: String, dropping dropped: Set<String> = []) {
        self.label = label
        self.ignoredMessages = dropped
    }

    /// Lets every logger of the program write so. Once, before the first is made.
    static func bootstrap() { LoggingSystem.bootstrap { LineLogHandler(label: $0) } }

    /// Of the HTTP server: errors, but those of a single connection, which its other end makes (it goes away, or does not
    /// speak TLS).
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
        let said = LogSanitizer.sanitize("\(event.message)\(more)", limit: Self.maxLength)
        let line = "\(Date().formatted(.iso8601)) \(event.level) \(LogSanitizer.sanitize(label)): \(said)\n"
        // It fails when nobody reads any more: then there is nobody to tell either.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
