import Foundation
import TestSupport

/// A server of Debian's PostgreSQL 15 on a socket in a temporary folder, for one script.
enum PostgresServer {
    private static let programs = "/usr/lib/postgresql/15/bin"

    static var isInstalled: Bool {
        ["\(programs)/initdb", "/usr/bin/psql"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns PostgreSQL's errors for a script; empty if there are none.
    static func complaints(about script: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") } }
        let file = folder.appendingPathComponent("script.sql")
        try Data(script.utf8).write(to: file)
        // PostgreSQL refuses to run as root; the package has a user for it.
        let isRoot = getuid() == 0
        if isRoot { try run("/usr/bin/chown", ["-R", "postgres", folder.path]) }
        let shell = """
            set -e; cd '\(folder.path)'
            \(programs)/initdb -D data -A trust -U tester --no-sync >init.log 2>&1
            \(programs)/pg_ctl -D data -w -o "-k '\(folder.path)' -c listen_addresses='' -c fsync=off" -l server.log start >start.log
            psql -h '\(folder.path)' -U tester -d postgres -q -f script.sql 2>&1 >/dev/null || true
            \(programs)/pg_ctl -D data -w -m immediate stop >stop.log
            """
        return isRoot
            ? try run("/usr/sbin/runuser", ["-u", "postgres", "--", "/bin/bash", "-c", shell])
            : try run("/bin/bash", ["-c", shell])
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw MissingValue(what: "\(program) failed: \(text)") }
        return text
    }
}
