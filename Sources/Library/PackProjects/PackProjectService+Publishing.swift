import Caching
public import Foundation
public import News
public import Packs
import Untrusted

/// The effects of a publication, told before it.
public struct PackPublicationPlan: Sendable {
    /// The version that readers would get.
    public var version: PackVersion
    /// The version that readers have; nil for none.
    public var replaced: PackVersion?
    /// The difference for readers.
    public var difference: PackDifference
    /// The number of favourites, of all readers, whose page would be gone.
    public var lostFavourites: Int
    /// The faults that prevent the publication, and the links that would lead nowhere.
    public var findings: [PackFinding]

    /// True if the publication is possible and changes something.
    public var isPublishable: Bool { !difference.isEmpty && !findings.contains(where: \.isFault) }
}

/// The outcome of a publication.
public enum PackPublicationOutcome: Sendable, Hashable {
    /// Readers have the version at their next look.
    case published(PackVersion)
    /// Readers have everything already.
    case unchanged
    /// Nothing was published, for the reason in the sentence.
    case failed(String)
}

extension PackProjectService {
    /// Returns what a publication of the present state would do.
    /// - Parameter edition: an edition that shows the publication; nil if none does.
    public func plan(
        identity: String, in edition: Edition?
    ) async throws(LibraryError) -> PackPublicationPlan {
        let options = edition?.pack
        return try await context.database.read { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let project = try store.project(identity: identity) else { throw LibraryError.notThere }
            let source = try options.flatMap { try PackChannelStore.source(of: $0, transaction) }
            let installed = try source.flatMap { try InstalledPackCopier(transaction: transaction, source: $0).pack() }
            let pack = try store.contents(of: project).pack
            let version = Self.nextVersion(of: pack, project, installed: installed?.manifest.version)
            let after = pack.pack(version: version)
            let before = try project.published.map {
                try store.contents(of: project, upTo: $0.changeNumber).pack.pack(version: $0.version)
            }
            return PackPublicationPlan(
                version: version, replaced: before?.manifest.version ?? installed?.manifest.version,
                difference: PackDifference(from: before ?? installed, to: after),
                lostFavourites: try source.map { try Self.lostFavourites(of: after, $0, transaction) } ?? 0,
                findings: pack.findings(for: version))
        }
    }

    /// Returns the version above the last publication and the installed version.
    private static func nextVersion(
        of pack: EditablePack, _ project: PackProject, installed: PackVersion?
    ) -> PackVersion {
        max(project.published?.version ?? pack.manifest.version, installed ?? pack.manifest.version).next
    }

    private static func lostFavourites(
        of pack: Pack, _ source: Int64, _ transaction: Transaction
    ) throws -> Int {
        let writer = PackStoryWriter(transaction: transaction, now: .distantPast, source: source, channels: [])
        let known = try writer.known()
        let kept = Set(PackPageMatcher(known: known, new: pack.pages).matches.values.map(\.story))
        let lost = known.filter { $0.isInstalled && !kept.contains($0.story) }.map(\.story)
        guard !lost.isEmpty else { return 0 }
        let list = SQLList(lost)
        return try transaction.count(
            """
            select count(*) from mark where kind = \(MarkKind.saved.databaseValue) and is_set = 1
              and story_id in \(list.sql)
            """, list.arguments)
    }

    // MARK: - Publishing

    /// Asks for a publication at a time, or calls the one off that waits.
    public func schedulePublication(_ date: Date?, of project: PackProject.ID) async throws(LibraryError) {
        try await context.writeAndNotify {
            let store = PackProjectStore(transaction: $0)
            guard try store.project(project) != nil else { throw LibraryError.notThere }
            try store.setPublication(["publish_due_at": .date(date), "publish_failure": .null], of: project)
        }
    }

    /// Publishes what is due. A publication that a crash interrupted goes on with the same version and contents.
    /// - Parameter editions: the editions of the house; those that show a publication get its version.
    /// - Returns: the outcomes by identity.
    @discardableResult
    public func publishDue(in editions: [Edition]) async throws(LibraryError) -> [String: PackPublicationOutcome] {
        var outcomes: [String: PackPublicationOutcome] = [:]
        // A publication that was asked for while another one ran is due after it, with what was saved until then.
        for _ in 1...Self.maxRounds {
            let due = try await dueProjects()
            guard !due.isEmpty else { break }
            for project in due {
                let shown = editions.filter { $0.pack?.identity == project.identity }
                outcomes[project.identity] = try await context.publishing.value(for: project.id.rawValue) {
                    () async throws(LibraryError) in try await publish(project, in: shown)
                }
            }
        }
        return outcomes
    }

    private static let maxRounds = 3

    private func dueProjects() async throws(LibraryError) -> [PackProject] {
        let now = context.now()
        return try await context.database.read { transaction in
            try PackProjectStore(transaction: transaction).projects().filter {
                $0.publishDueAt.map { $0 <= now } == true
            }
        }
    }

    /// Waits until a publication may be due, at most ten minutes.
    public func waitForDue() async {
        let changes = context.notifier.changes()
        var pause: TimeInterval = 600
        do {
            let now = context.now()
            let next = try await context.database.read { transaction in
                try PackProjectStore(transaction: transaction).projects().compactMap(\.publishDueAt).min()
            }
            // One that cannot be published at once, as on a full disk, is tried again in half a minute.
            if let next { pause = min(pause, next <= now ? 30 : max(0.05, next.timeIntervalSince(now))) }
        } catch {
            // The database is closed or busy; the next round finds out.
            pause = 5
        }
        await ChangeNotifier.wait(.milliseconds(Int(saturating: pause * 1_000)), orUntil: changes)
    }

    private func publish(
        _ project: PackProject, in editions: [Edition]
    ) async throws(LibraryError) -> PackPublicationOutcome {
        do throws(PackError) { try await checkFile(of: project) } catch {
            return try await fail(project.id, error.userMessage)
        }
        let begun = try await begin(project.id, in: editions.first)
        let version: PackVersion
        let pack: Pack
        let number: Int64
        switch begun {
        case .ended(let outcome): return outcome
        case .ready(let ready, let change): (version, pack, number) = (ready.manifest.version, ready, change)
        }
        let source = PackProjectMedia(store: context.media)
        let sha256: String?
        do throws(PackError) { sha256 = try await writeTargets(of: project, pack) } catch {
            return try await fail(project.id, error.userMessage)
        }
        for edition in editions {
            do throws(PackInstallError) {
                // The version may be installed already, by a publication that was interrupted.
                _ = try await PackService(context: context).install(
                    pack, media: source, in: edition, allowsDowngrade: true)
            } catch { return try await fail(project.id, error.userMessage) }
        }
        try await end(project, version, changeNumber: number, sha256: sha256)
        return .published(version)
    }

    /// Records that a version is published. Another publication that was asked for meanwhile stays due.
    private func end(
        _ project: PackProject, _ version: PackVersion, changeNumber number: Int64, sha256: String?
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify {
            let store = PackProjectStore(transaction: $0)
            try store.setPublication(
                [
                    "published_version": .text(version.description), "published_change_number": .number(number),
                    "published_at": .date(now), "publishing_version": .null, "publishing_change_number": .null,
                    "publish_failure": .null,
                ], of: project.id)
            if try store.project(project.id)?.publishDueAt == project.publishDueAt {
                try store.setPublication(["publish_due_at": .null], of: project.id)
            }
            if let sha256 { try store.setPublication(["file_sha256": .text(sha256)], of: project.id) }
        }
    }

    private enum Beginning: Sendable {
        case ready(Pack, changeNumber: Int64)
        case ended(PackPublicationOutcome)
    }

    /// Fixes the version and the last change of a publication, so that it is the same after a crash.
    private func begin(_ id: PackProject.ID, in edition: Edition?) async throws(LibraryError) -> Beginning {
        let options = edition?.pack
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let store = PackProjectStore(transaction: transaction)
            guard let project = try store.project(id) else { throw LibraryError.notThere }
            var number = project.publishing?.changeNumber ?? project.changeNumber
            let editable = try store.contents(of: project, upTo: number).pack
            let source = try options.flatMap { try PackChannelStore.source(of: $0, transaction) }
            let installed = try source.flatMap { try InstalledPackVersion.find($0, transaction) }
            let version =
                project.publishing?.version ?? Self.nextVersion(of: editable, project, installed: installed?.version)
            if let last = project.published, project.publishing == nil {
                let before = try store.contents(of: project, upTo: last.changeNumber).pack.pack(version: version)
                if before == editable.pack(version: version) {
                    try store.setPublication(["publish_due_at": .null, "publish_failure": .null], of: id)
                    return .ended(.unchanged)
                }
            }
            let faults = editable.findings(for: version).filter(\.isFault)
            if let first = faults.first {
                let sentence = PackProjectService.sentence(about: first, of: faults.count, in: editable)
                try store.setPublication(["publish_due_at": .null, "publish_failure": .text(sentence)], of: id)
                return .ended(.failed(sentence))
            }
            if project.publishing == nil {
                // The history has the publication between the changes that it has and those that come after it.
                number =
                    try store.record(
                        .publish, of: version.description, [], in: id, by: PackEditor(key: "", name: ""), at: now
                    ).number
            }
            try store.setPublication(
                ["publishing_version": .text(version.description), "publishing_change_number": .number(number)], of: id)
            return .ready(editable.pack(version: version), changeNumber: number)
        }
    }

    private static func sentence(about fault: PackFinding, of count: Int, in pack: EditablePack) -> String {
        let place = pack[fault.key]?.subject ?? fault.key.name
        let rest = count > 1 ? " There are \(count - 1) more." : ""
        return "Nothing was published. “\(place)”: \(fault.message)\(rest)"
    }

    private func fail(
        _ project: PackProject.ID, _ sentence: String
    ) async throws(LibraryError) -> PackPublicationOutcome {
        try await context.writeAndNotify {
            try PackProjectStore(transaction: $0).setPublication(
                ["publish_due_at": .null, "publish_failure": .text(sentence)], of: project)
        }
        return .failed(sentence)
    }

    // MARK: - Editing what is installed

    /// The source of the pictures of all projects and installed packs.
    public var media: PackProjectMedia { PackProjectMedia(store: context.media) }

    /// Returns the installed version as a pack to edit, with the source of its media; nil if none is installed.
    public func installedPack(
        in edition: Edition
    ) async throws(LibraryError) -> (pack: EditablePack, media: any PackMediaSource)? {
        guard let options = edition.pack else { return nil }
        let pack = try await context.database.read { transaction in
            try PackChannelStore.source(of: options, transaction).flatMap {
                try InstalledPackCopier(transaction: transaction, source: $0).pack()
            }
        }
        return pack.map { (EditablePack($0), PackProjectMedia(store: context.media)) }
    }
}

extension PackInstallError {
    /// A sentence for the editor.
    public var userMessage: String {
        switch self {
        case .pack(let error): error.userMessage
        case .library(let error): error.userMessage
        case .cannotStore(let why): "The pictures cannot be stored: \(why). Check the disk and its space."
        }
    }
}

/// The pictures that are stored, as the source of a version that is installed or copied.
public struct PackProjectMedia: PackMediaSource {
    let store: PackMediaStore

    /// Returns the bytes of a stored picture.
    /// - Throws: `.notThere`.
    public func bytes(of id: PackMediumID) throws(PackError) -> Data {
        guard let bytes = FileManager.default.contents(atPath: store.file(of: id).path) else {
            throw .notThere("A picture of this pack is missing from the data folder. Upload it again.")
        }
        return bytes
    }
}
