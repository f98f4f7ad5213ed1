import Fetching
import Foundation
import Library
import Origins
import Untrusted
import YAML
import Yams

/// The settings of the program. Precedence: flag, environment, `tidings.yaml`, default.
struct Configuration: Sendable {
    var dataFolder: URL
    var settingsFile: URL?
    var server = ServerSettings()
    var allowedAddresses: [AllowedAddress] = []
    var polling = PollingPolicy.standard
    var requestPlan = RequestQuota.standard
    /// The pause between requests to Hacker News's website. There is no setting: the demonstration alone sends requests
    /// to its own site faster.
    var hackerNewsSpacing = HackerNewsSource.defaultSpacing
    /// The file of the key that encrypts secrets; nil to store no secrets.
    var masterKeyFile: MasterKeyFile?
    var fetchLimits = FetchLimits.standard
    var userAgent: String { customUserAgent ?? BuildInfo.userAgent(contact: contact) }
    /// The operator's web or mail address, for origins.
    var contact: String?
    /// The value of `network.userAgent`.
    var customUserAgent: String?
    /// The size of the picture cache in bytes.
    var imageCacheBytes = 512 << 20
    /// The settings `map.tiles` and `map.credit` as written, and the place of the last one for error messages.
    var mapTiles = (template: "", credit: "", from: "")

    var openID = OpenIDConfiguration()

    /// Loads the settings.
    ///
    /// - Parameters:
    ///   - data: value of `--data`.
    ///   - file: value of `--config`; default `tidings.yaml` in the data folder.
    ///   - flags: `key=value` pairs from `--set`.
    /// - Throws: `CLIError` that names key and valid values.
    static func load(data: String?, file: String?, flags: [String] = []) throws -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        var configuration = Configuration(dataFolder: folder(data, environment))
        configuration.masterKeyFile = standardMasterKeyFile(environment)
        let path =
            file ?? environment["TIDINGS_CONFIG"] ?? configuration.dataFolder.appending(path: "tidings.yaml").path
        if let contents = FileManager.default.contents(atPath: path) {
            configuration.settingsFile = URL(filePath: path)
            try configuration.read(contents, path: path)
        } else if let path = file ?? environment["TIDINGS_CONFIG"] {
            throw CLIError(.noInput, "There is no file \(path). Name another with --config, or leave it out.")
        }
        for (name, key) in environmentKeys {
            if let value = environment[name] { try configuration.set(key, to: [value], from: name) }
        }
        for flag in flags {
            let parts = flag.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else {
                throw CLIError(
                    .configuration, "--set takes a key and a value such as polling.minimum=2h, not “\(flag)”.")
            }
            try configuration.set(parts[0], to: [parts[1]], from: "--set")
        }
        _ = try configuration.mapTileServer()
        _ = try configuration.openIDSettings()
        try configuration.server.checkProxyHeader()
        return configuration
    }

    static func folder(_ data: String?, _ environment: [String: String]) -> URL {
        URL(filePath: data ?? environment["TIDINGS_DATA"] ?? standardFolder(environment), directoryHint: .isDirectory)
    }

    /// Returns the default data folder (XDG Base Directory Specification).
    private static func standardFolder(_ environment: [String: String]) -> String {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home + "/tidings" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share/tidings"
    }

    private static let keys = apiKeys.union(mapKeys).union(openIDKeys).union([
        "listen", "network.allow", "network.userAgent", "network.contact", "network.timeout", "network.connecting",
        "network.size", "network.atOnce", "polling.minimum", "polling.maximum", "polling.unconditional",
        "polling.forget", "polling.asked", "polling.busy", "polling.busiest", "polling.claim", "pictures.cache",
        "web.publicURL", "web.trustedProxies", "web.proxyHeader", "web.proxyHeaderJoins", "web.certificate", "web.key",
        "web.connections",
        "web.connectionsPerAddress", "web.headTimeout", "web.requestTimeout", "web.uploadTimeout", "web.idleTimeout",
    ])
    private static let listKeys: Set<String> = ["network.allow", "web.trustedProxies"]

    /// The keys by environment variable: `TIDINGS_POLLING_MINIMUM` sets `polling.minimum`.
    static let environmentKeys = Dictionary(
        uniqueKeysWithValues: keys.map { ("TIDINGS_" + $0.replacing(".", with: "_").uppercased(), $0) })

    /// Returns a sentence for each variable that is nearly named like a setting; others may belong to other programs.
    static func warnings(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        let known = Set(environmentKeys.keys).union(["TIDINGS_DATA", "TIDINGS_CONFIG"])
        return environment.keys.sorted().compactMap { name -> String? in
            guard name.hasPrefix("TIDINGS_"), !known.contains(name), let near = ClosestName.to(name, among: known)
            else { return nil }
            return "There is no variable \(name), so it is ignored; did you mean \(near)?"
        }
    }

    private mutating func read(_ file: Data, path: String) throws {
        let settings: [YAMLSetting]
        do throws(YAMLDiagnostic) { settings = try YAMLSetting.all(in: file) } catch {
            throw CLIError(.configuration, "\(path):\(error.line): \(error.message)")
        }
        for setting in settings { try set(setting.key, to: setting.values, from: "\(path):\(setting.line)") }
    }

    /// Sets a value.
    ///
    /// - Parameter from: flag, variable or line, for errors.
    mutating func set(_ key: String, to values: [String], from: String) throws {
        guard values.count == 1 || Self.listKeys.contains(key) || !Self.keys.contains(key) else {
            throw CLIError(.configuration, "\(from): \(key) takes one value, not a list.")
        }
        let value = values.first ?? ""
        switch key.prefix(while: { $0 != "." }) {
        case "web": try setWeb(key, to: values, from)
        case "network": try setNetwork(key, to: values, from)
        case "polling": try setPolling(key, to: value, from)
        case "secrets", "services": try setService(key, to: value, from)
        case "map": try setMap(key, to: value, from)
        case "openid": try setOpenID(key, to: value, from)
        default:
            switch key {
            case "listen": try server.listen(value, from: from)
            case "pictures.cache": imageCacheBytes = try Self.bytes(value, key, from)
            default: throw Self.unknownSetting(key, from)
            }
        }
    }

    static func unknownSetting(_ key: String, _ from: String) -> CLIError {
        let hint = ClosestName.to(key, among: keys).map { "Did you mean “\($0)”?" }
        return CLIError(
            .configuration,
            "\(from): there is no setting “\(key)”. \(hint ?? "docs/configuration.md lists them all.")")
    }

    private mutating func setWeb(_ key: String, to values: [String], _ from: String) throws {
        let value = values.first ?? ""
        switch key {
        case "web.publicURL": try server.setPublicURL(value, from: from)
        case "web.trustedProxies": try server.setTrustedProxies(values, from: from)
        case "web.proxyHeader": try server.setProxyHeader(value, from: from)
        case "web.proxyHeaderJoins": server.proxyHeaderJoins = try Self.flag(value, key, from)
        case "web.certificate": server.certificate = value
        case "web.key": server.key = value
        case "web.connections": server.connections = try Self.count(value, key, from, in: 16...2048)
        case "web.connectionsPerAddress":
            server.connectionsPerAddress = try Self.count(value, key, from, in: 1...2048)
        case "web.headTimeout": server.headTimeout = try Self.duration(value, key, from)
        case "web.requestTimeout": server.requestTimeout = try Self.duration(value, key, from)
        case "web.uploadTimeout": server.uploadTimeout = try Self.duration(value, key, from)
        case "web.idleTimeout": server.idleTimeout = try Self.duration(value, key, from)
        default: throw Self.unknownSetting(key, from)
        }
    }

    private mutating func setPolling(_ key: String, to value: String, _ from: String) throws {
        switch key {
        case "polling.minimum": polling.minimum = try Self.duration(value, key, from)
        case "polling.maximum": polling.maximum = try Self.duration(value, key, from)
        case "polling.unconditional": polling.unconditionalMinimum = try Self.duration(value, key, from)
        case "polling.forget": polling.fullFetchAfter = try Self.duration(value, key, from)
        case "polling.asked": polling.manualMinimum = try Self.duration(value, key, from)
        case "polling.claim": polling.leaseDuration = try Self.duration(value, key, from)
        case "polling.busy": fetchLimits.defaultBackoff = try Self.duration(value, key, from)
        case "polling.busiest":
            polling.maxBackoff = try Self.duration(value, key, from)
            fetchLimits.maxBackoff = polling.maxBackoff
        default: throw Self.unknownSetting(key, from)
        }
    }

    private mutating func setNetwork(_ key: String, to values: [String], _ from: String) throws {
        let value = values.first ?? ""
        switch key {
        case "network.allow": allowedAddresses = try Self.allowedAddresses(values, from)
        case "network.timeout": fetchLimits.timeout = try Self.duration(value, key, from)
        case "network.connecting": fetchLimits.connectTimeout = try Self.duration(value, key, from)
        case "network.size": fetchLimits.size = try min(FetchRequest.defaultBodyLimit, Self.bytes(value, key, from))
        case "network.atOnce": fetchLimits.maxConcurrentHosts = try Self.count(value, key, from)
        case "network.userAgent": customUserAgent = try Self.userAgent(value, from)
        case "network.contact": contact = try Self.contact(value, from)
        default: throw Self.unknownSetting(key, from)
        }
    }

    private static func allowedAddresses(_ values: [String], _ from: String) throws -> [AllowedAddress] {
        try values.flatMap { $0.split(separator: ",") }.map { text in
            guard let address = AllowedAddress(text.trimmingCharacters(in: .whitespaces)) else {
                throw CLIError(
                    .configuration,
                    "\(from): network.allow takes address:port pairs such as 192.168.1.5:8080, not “\(text)”.")
            }
            return address
        }
    }

    /// The longest duration in milliseconds, a thousand years; system clocks cannot count more.
    private static let maxMilliseconds = 1000 * 365 * 86_400_000.0

    /// Parses "90", "90 s", "15m", "1 h", "2d", "500ms" or "0.5s"; a bare number is in seconds.
    static func duration(_ text: String, _ key: String, _ from: String) throws -> Duration {
        let units = ["": 1, "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
        let bare = text.filter { $0 != " " }
        let digits = bare.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = units[String(bare.dropFirst(digits.count))],
            let number = UntrustedDecimal(digits)?.within(0...100_000_000), number > 0,
            // bounded: a constant
            let milliseconds = UntrustedDecimal(number * unit * 1000)?.within(0...maxMilliseconds)
        else {
            throw CLIError(.configuration, "\(from): \(key) takes a time such as 90s, 15m, 1h or 2d, not “\(text)”.")
        }
        return .milliseconds(max(1, Int(saturating: milliseconds.rounded())))
    }

    /// Parses the words for true and false of YAML, in any letter case.
    static func flag(_ text: String, _ key: String, _ from: String) throws -> Bool {
        switch text.lowercased() {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default: throw CLIError(.configuration, "\(from): \(key) takes yes or no, not “\(text)”.")
        }
    }

    static func count(
        _ text: String, _ key: String, _ from: String, in range: ClosedRange<Int> = 1...256
    ) throws -> Int {
        guard let number = UntrustedInteger(text)?.int(in: range) else {
            throw CLIError(
                .configuration,
                "\(from): \(key) takes a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”.")
        }
        return number
    }

    private static func userAgent(_ text: String, _ from: String) throws -> String {
        let isLine = text.utf8.allSatisfy { (32...126).contains($0) } && (1...300).contains(text.utf8.count)
        guard isLine, text.contains(where: { $0 != " " }) else {
            throw CLIError(
                .configuration, "\(from): network.userAgent takes one line of plain characters, at most 300 of them.")
        }
        return text
    }

    /// Returns a web or `mailto:` address; adds `mailto:` to a bare mail address.
    private static func contact(_ text: String, _ from: String) throws -> String {
        let isPlain = (3...200).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
        let isSafe = isPlain && !text.contains { "()\\;\"<>".contains($0) }
        let isWeb = ["https://", "http://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        let isMail = text.split(separator: "@", omittingEmptySubsequences: false).filter { !$0.isEmpty }.count == 2
        guard isSafe, isWeb || isMail else {
            throw CLIError(
                .configuration,
                "\(from): network.contact takes a web or a mail address, such as https://loom.example/ or me@loom.example, not “\(text)”."
            )
        }
        return isWeb || text.hasPrefix("mailto:") ? text : "mailto:\(text)"
    }

    /// Parses "512M", "2G" or a number of bytes.
    static func bytes(_ text: String, _ key: String, _ from: String) throws -> Int {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let bare = text.uppercased().filter { $0 != " " }
        let unit = bare.last.flatMap { units[$0] }
        let digits = unit == nil ? bare[...] : bare.dropLast()
        guard let number = UntrustedInteger(digits: digits)?.int(in: 0...0xFFFF_FFFF) else {
            throw CLIError(.configuration, "\(from): \(key) takes a size such as 512M or 2G, not “\(text)”.")
        }
        return number * (unit ?? 1)
    }
}
