import Failures
public import Fetching
import Foundation
public import News
import Packs
public import URLs

/// A source of a publication's versions; a channel is the address of a `pack.json` or of a whole pack, recognized by
/// its content.
///
/// The previous version is not fetched again, nor are pictures that are already stored. The resulting pack is complete,
/// and all its hashes are verified.
public struct PackSource: Source {
    private let fetcher: Fetcher
    private let identity: String
    private let downloads: PackDownloads
    private let limits: PackLimits
    private let timeLimit: Duration

    /// - Parameter site: the address `https://pack.invalid/IDENTITY` (`PackOptions.channel`); packs of other
    ///   publications are refused.
    public init(fetcher: Fetcher, site: WebAddress, downloads: PackDownloads) {
        self.init(
            fetcher: fetcher, site: site, downloads: downloads, limits: PackLimits(),
            timeLimit: PackDownloader.timeLimit)
    }

    init(fetcher: Fetcher, site: WebAddress, downloads: PackDownloads, limits: PackLimits, timeLimit: Duration) {
        self.fetcher = fetcher
        identity = site.text.split(separator: "/").last.map(String.init) ?? ""
        self.downloads = downloads
        self.limits = limits
        self.timeLimit = timeLimit
    }

    /// False, since packs contain the pages.
    public var hasStoryPages: Bool { false }

    /// Fetches the current version. `pack` is nil if the version has not changed, and while a pack has arrived only in
    /// part: the next request continues the download.
    /// - Throws: `SourceError`; causes name the host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let known = PackSourceState(channel.sourceState)
        // Versions of a channel without an address are installed by hand only.
        guard !PackAddress.isInside(channel.address.text) else {
            return ChannelResponse(stories: nil, sourceState: channel.sourceState)
        }
        let folder = try PackDownloadFolder(of: channel.address, in: downloads)
        let before = folder.size
        do throws(SourceError) { return try await response(from: channel.address, into: folder, known) } catch {
            guard case .unreachable(let cause) = error, case .incomplete = cause.reason, folder.size > before else {
                throw error
            }
            var response = ChannelResponse(stories: nil, sourceState: channel.sourceState)
            response.diagnostics = [
                "A new version is arriving: \(max(1, folder.size >> 20)) MB are here, the rest follows at the next fetch."
            ]
            return response
        }
    }

    private func response(
        from address: WebAddress, into folder: PackDownloadFolder, _ known: PackSourceState?
    ) async throws(SourceError) -> ChannelResponse {
        let downloader = PackDownloader(fetcher: fetcher, site: address.host, timeLimit: timeLimit)
        let fileSize = limits.fileSize
        let response = try await downloader.download(
            address.text, to: folder.root, limit: fileSize, known: known?.http,
            limitByStart: { Self.limit(ofStart: $0, fileSize: fileSize) })
        if response.isNotModified, var known {
            known.http.update(response)
            return Self.unchanged(known, response, from: address)
        }
        let list = try list(in: folder, address)
        let manifest = list == nil ? try wholePack(folder, address).manifest : nil
        let found = PackSourceState(
            response, list?.identity ?? manifest?.identity ?? "", list?.version ?? manifest?.version,
            digest: list?.digest ?? manifest?.digest ?? "")
        try check(found.identity, address)
        if let known, let reason = Self.reasonToKeep(known, found) {
            folder.remove()
            // The state keeps the higher version.
            var state = known
            state.http = found.http
            return Self.unchanged(state, response, from: address, reason)
        }
        if let list {
            try await fetch(list, listedAt: response.address, into: folder, downloader)
        } else {
            try move(folder.root, to: folder.pack, address.host)
        }
        var result = Self.unchanged(found, response, from: address)
        result.pack = DownloadedPack(folder: folder.url)
        return result
    }

    /// Returns the size limit by the beginning of a file; nil if the file is neither a list nor a pack.
    private static func limit(ofStart bytes: [UInt8], fileSize: Int) -> Int? {
        if bytes.starts(with: PackFile.start.prefix(bytes.count)) { return fileSize }
        let text = bytes.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || (0x09...0x0D).contains($0) }
        return text.isEmpty || text.first == UInt8(ascii: "{") ? PackIndex.maxSize : nil
    }

    /// Returns diagnostics if the stored version stays; nil if the version that was found is to be fetched.
    private static func reasonToKeep(_ known: PackSourceState, _ found: PackSourceState) -> [String]? {
        guard let version = PackVersion(found.version) else { return nil }
        if known.isOf(found.identity, version, digest: found.digest) { return [] }
        guard known.isAbove(found.identity, version) else { return nil }
        return ["Version \(found.version) is published, which is below \(known.version), and was not fetched."]
    }

    private static func unchanged(
        _ state: PackSourceState, _ response: FetchResponse, from address: WebAddress, _ diagnostics: [String] = []
    ) -> ChannelResponse {
        let moved = response.permanentAddress.flatMap { WebAddress($0) }.flatMap { $0 == address ? nil : $0 }
        return ChannelResponse(
            stories: nil, sourceState: state.sourceState, pollingHints: state.pollingHints, movedTo: moved,
            diagnostics: diagnostics, status: response.status)
    }

    // MARK: - What the address gave

    /// Reads a list; returns nil for a whole pack.
    private func list(in folder: PackDownloadFolder, _ address: WebAddress) throws(SourceError) -> PackIndex? {
        let start: Data
        do {
            let handle = try FileHandle(forReadingFrom: folder.root)
            start = try handle.read(upToCount: PackIndex.maxSize + 1) ?? Data()
            try handle.close()
        } catch { throw .notAllowed(FailureCause(.pack(.cannotStore(error.localizedDescription)), at: address.host)) }
        if start.starts(with: PackFile.start) { return nil }
        // The list is small and is fetched again next time.
        unlink(folder.root.path)
        let isJSON = start.contains(UInt8(ascii: "{"))
        guard isJSON else { throw .unreadable(FailureCause(.pack(.notAPack), at: address.host)) }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
        do throws(PackError) { return try PackIndex(json: Data(text), limits: limits) } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private func check(_ identity: String, _ address: WebAddress) throws(SourceError) {
        guard identity == self.identity else {
            throw .unreadable(FailureCause(.pack(.otherPublication(identity: identity)), at: address.host))
        }
    }

    /// Reads a pack that includes its pictures and verifies all hashes. A broken pack is removed and not continued.
    private func wholePack(_ folder: PackDownloadFolder, _ address: WebAddress) throws(SourceError) -> Pack {
        let reader: PackReader
        do throws(PackError) {
            reader = try PackReader(file: folder.root, limits: limits)
            try reader.verifyMedia()
        } catch {
            folder.remove()
            throw SourceError(error, site: address.host)
        }
        return reader.pack
    }

    // MARK: - A listed version

    private func fetch(
        _ list: PackIndex, listedAt address: String, into folder: PackDownloadFolder, _ downloader: PackDownloader
    ) async throws(SourceError) {
        let site = downloader.site
        let pack = try await lightPack(list, try Self.resolve(list.name, address, site), folder, downloader)
        folder.removeMedia(except: pack.media)
        let missing = pack.media.filter { !downloads.hasMedium($0) && !folder.hasMedium($0) }
        guard missing.reduce(0, { $0 + $1.size }) <= limits.fileSize else {
            throw .notAllowed(FailureCause(.pack(.tooLarge), at: site))
        }
        for medium in missing {
            let source = try Self.resolve(list.path(of: medium), address, site)
            try await part(of: site) { () async throws(SourceError) in
                try await downloader.download(source, to: folder.medium, limit: medium.size)
            }
            // The file's size is bounded by the medium's size.
            let bytes = FileManager.default.contents(atPath: folder.medium.path) ?? Data()
            guard PackMediumID(of: bytes) == medium.id, PackMediaType(of: bytes) == medium.type else {
                unlink(folder.medium.path)
                throw .unreadable(FailureCause(.pack(.wrongHash), at: site))
            }
            try move(folder.medium, to: folder.file(of: medium.id), site)
        }
    }

    /// Returns the light pack that is already downloaded, or fetches it; verifies the pack in either case.
    private func lightPack(
        _ list: PackIndex, _ source: String, _ folder: PackDownloadFolder, _ downloader: PackDownloader
    ) async throws(SourceError) -> Pack {
        let site = downloader.site
        if !Self.has(list.sha256, folder.pack) {
            try await part(of: site) { () async throws(SourceError) in
                try await downloader.download(source, to: folder.light, limit: list.size)
            }
            guard Self.has(list.sha256, folder.light) else {
                unlink(folder.light.path)
                throw .unreadable(FailureCause(.pack(.wrongHash), at: site))
            }
            try move(folder.light, to: folder.pack, site)
        }
        do throws(PackError) {
            let manifest = try PackReader(file: folder.pack, limits: limits).pack
            let said = (list.identity, list.version, list.digest)
            guard (manifest.manifest.identity, manifest.manifest.version, manifest.manifest.digest) == said else {
                throw .wrongHash(part: list.name)
            }
            return manifest
        } catch {
            folder.remove()
            throw SourceError(error, site: site)
        }
    }

    /// Fetches a part of a pack. A missing part does not mean that the channel's address is gone.
    private func part(
        of site: String, _ work: () async throws(SourceError) -> FetchResponse
    ) async throws(SourceError) {
        do throws(SourceError) { _ = try await work() } catch {
            switch error {
            case .notThere, .gone: throw .unreadable(FailureCause(.pack(.missingFile), at: site))
            default: throw error
            }
        }
    }

    private static func has(_ sha256: String, _ file: URL) -> Bool {
        do throws(PackError) { return try PackFile.sha256(of: file) == sha256 } catch { return false }
    }

    private static func resolve(_ path: String, _ base: String, _ site: String) throws(SourceError) -> String {
        guard let address = WebAddress(path, base: WebAddress(base)) else {
            throw .unreadable(FailureCause(.pack(.missingFile), at: site))
        }
        return address.text
    }

    private func move(_ file: URL, to target: URL, _ site: String) throws(SourceError) {
        unlink(file.appendingPathExtension("json").path)
        guard rename(file.path, target.path) == 0 else {
            throw .notAllowed(FailureCause(.pack(.cannotStore(String(cString: strerror(errno)))), at: site))
        }
    }
}
