import Fetching
import Foundation
import Library
import Yams

/// Everything that can be set: flag over environment over `tidings.yaml` over default (decision 22).
struct Configuration: Sendable {
    var dataFolder: URL
    var host = "127.0.0.1"
    var port = 8480
    var allow: [AllowedAddress] = []
    var bounds = PollingBounds.standard
    /// Bytes on disk for resized pictures.
    var pictureCache = 512 << 20

    /// Reads environment and file.
    /// - Parameters:
    ///   - data: the flag `--data`.
    ///   - file: the flag `--config`; without it `tidings.yaml` in the data folder, if it exists.
    /// - Throws: `Trouble` with the key that is wrong and what it should be.
    static func load(
        data: String?, file: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Configuration {
        let folder = data ?? environment["TIDINGS_DATA"] ?? standardFolder(environment)
        var configuration = Configuration(dataFolder: URL(filePath: folder, directoryHint: .isDirectory))
        let path =
            file ?? environment["TIDINGS_CONFIG"] ?? configuration.dataFolder.appending(path: "tidings.yaml").path
        if let text = FileManager.default.contents(atPath: path) {
            try configuration.read(String(decoding: text, as: UTF8.self), path: path)
        } else if let named = file ?? environment["TIDINGS_CONFIG"] {
            throw Trouble(.noInput, "There is no file \(named). Name another with --config, or leave it out.")
        }
        for (name, key) in names {
            if let value = environment[name] { try configuration.set(key, to: [value], from: name) }
        }
        return configuration
    }

    /// XDG base directories: $XDG_DATA_HOME/tidings, else ~/.local/share/tidings.
    private static func standardFolder(_ environment: [String: String]) -> String {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home + "/tidings" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share/tidings"
    }

    /// Environment names and the keys they set.
    static let names = [
        "TIDINGS_LISTEN": "listen", "TIDINGS_NETWORK_ALLOW": "network.allow",
        "TIDINGS_POLLING_MINIMUM": "polling.minimum", "TIDINGS_POLLING_MAXIMUM": "polling.maximum",
        "TIDINGS_POLLING_UNCONDITIONAL": "polling.unconditional", "TIDINGS_POLLING_ASKED": "polling.asked",
        "TIDINGS_PICTURES_CACHE": "pictures.cache",
    ]

    private mutating func read(_ text: String, path: String) throws {
        let loaded: Any?
        do { loaded = try Yams.load(yaml: text) } catch {
            throw Trouble(
                .configuration, "\(path) is not readable YAML: \(Self.oneLine("\(error)")). Mend it or move it away.")
        }
        guard let loaded else { return }
        guard let table = loaded as? [String: Any] else {
            throw Trouble(.configuration, "\(path) must hold keys and values, such as: listen: 127.0.0.1:8480")
        }
        try read(table, prefix: "", path: path)
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func read(_ table: [String: Any], prefix: String, path: String) throws {
        for (name, value) in table.sorted(by: { $0.key < $1.key }) {
            if let deeper = value as? [String: Any] {
                try read(deeper, prefix: "\(prefix)\(name).", path: path)
            } else {
                let values = (value as? [Any])?.map { "\($0)" } ?? ["\(value)"]
                try set(prefix + name, to: values, from: path)
            }
        }
    }

    /// Sets one key.
    /// - Parameter from: where it stands, for the sentence when it is wrong.
    mutating func set(_ key: String, to values: [String], from: String) throws {
        let value = values.first ?? ""
        switch key {
        case "listen": (host, port) = try Self.listen(value, from: from)
        case "network.allow":
            allow = try values.flatMap { $0.split(separator: ",") }.map { text in
                guard let address = AllowedAddress(text.trimmingCharacters(in: .whitespaces)) else {
                    throw Trouble(
                        .configuration,
                        "\(from): network.allow takes address:port pairs such as 192.168.1.5:8080, not “\(text)”.")
                }
                return address
            }
        case "polling.minimum": bounds.minimum = try Self.duration(value, key, from)
        case "polling.maximum": bounds.maximum = try Self.duration(value, key, from)
        case "polling.unconditional": bounds.unconditional = try Self.duration(value, key, from)
        case "polling.asked": bounds.asked = try Self.duration(value, key, from)
        case "pictures.cache": pictureCache = try Self.bytes(value, key, from)
        default:
            throw Trouble(.configuration, "\(from): there is no setting “\(key)”. The README's table lists them all.")
        }
    }

    /// "127.0.0.1:8480", "[::1]:8480", "localhost:8480" or a bare port.
    static func listen(_ text: String, from: String) throws -> (String, Int) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.count > 1 ? parts.dropLast().joined(separator: ":") : "127.0.0.1"
        guard let port = parts.last.flatMap({ Int($0) }), (1...65_535).contains(port), !host.isEmpty else {
            throw Trouble(
                .configuration, "\(from): listen takes an address and a port such as 127.0.0.1:8480, not “\(text)”.")
        }
        let bare = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard ["127.0.0.1", "::1", "localhost"].contains(bare) else {
            throw Trouble(
                .configuration,
                "Tidings answers only on this machine (127.0.0.1 or ::1) until it can ask who is there, so not on “\(host)”."
            )
        }
        return (bare == "localhost" ? "127.0.0.1" : bare, port)
    }

    /// "90", "90 s", "15m", "1 h", "2d".
    static func duration(_ text: String, _ key: String, _ from: String) throws -> Duration {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let bare = text.filter { $0 != " " }
        let unit = bare.last.flatMap { units[$0] }
        guard let number = Int64(unit == nil ? bare : String(bare.dropLast())), number > 0, number < 100_000_000 else {
            throw Trouble(.configuration, "\(from): \(key) takes a time such as 90s, 15m, 1h or 2d, not “\(text)”.")
        }
        return .seconds(number * (unit ?? 1))
    }

    /// "512M", "2G" or bytes.
    static func bytes(_ text: String, _ key: String, _ from: String) throws -> Int {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let bare = text.uppercased().filter { $0 != " " }
        let unit = bare.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? bare : String(bare.dropLast())), number >= 0, number < 1 << 32 else {
            throw Trouble(.configuration, "\(from): \(key) takes a size such as 512M or 2G, not “\(text)”.")
        }
        return number * (unit ?? 1)
    }
}
