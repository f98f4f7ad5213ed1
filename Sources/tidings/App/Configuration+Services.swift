import Foundation
import Library

/// The settings of services with a key.
extension Configuration {
    static let apiKeys: Set<String> = ["secrets.file", "services.requestsPerDay", "services.requestsPerHalfDay"]

    private static let maxRequests = 10_000

    mutating func setService(_ key: String, to value: String, _ from: String) throws {
        switch key {
        case "secrets.file": masterKeyFile = MasterKeyFile(url: try secretsFile(value, from))
        case "services.requestsPerDay":
            requestPlan.requestsPerDay = try Self.count(value, key, from, in: 1...Self.maxRequests)
        case "services.requestsPerHalfDay":
            requestPlan.requestsPerHalfDay = try Self.count(value, key, from, in: 1...Self.maxRequests)
        default: throw Self.unknownSetting(key, from)
        }
    }

    /// Returns the file, which must be outside the data folder: a copy of that folder must open no secret.
    private func secretsFile(_ path: String, _ from: String) throws -> URL {
        let file = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
        let folder = dataFolder.standardizedFileURL.path
        guard !path.isEmpty, !file.path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") else {
            throw CLIError(
                .configuration,
                "\(from): secrets.file takes a file outside the data folder, not “\(path)”.")
        }
        return file
    }

    /// Returns systemd's credential, else a file in the folder for settings (XDG Base Directory Specification).
    static func standardMasterKeyFile(_ environment: [String: String]) -> MasterKeyFile {
        if let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") {
            let file = folder + "/tidings.key"
            if FileManager.default.fileExists(atPath: file) {
                return MasterKeyFile(url: URL(filePath: file), isCredential: true)
            }
        }
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = named ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
        return MasterKeyFile(url: URL(filePath: folder + "/tidings/secrets.key"))
    }

    /// Opens or creates the library of the data folder.
    func openLibrary(now: @escaping @Sendable () -> Date) throws(LibraryError) -> NewsLibrary {
        try NewsLibrary.open(
            at: dataFolder, now: now, pollingPolicy: polling, requestPlan: requestPlan, masterKeyFile: masterKeyFile)
    }
}
