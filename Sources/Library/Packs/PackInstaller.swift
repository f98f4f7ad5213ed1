import Foundation
import News
import Packs

/// Prepares a pack for installation and stores its media; `PackVersionWriter` writes the rows.
struct PackInstaller: Sendable {
    let context: LibraryContext
    let identity: String
    var allowsDowngrade = false

    enum Step: Sendable {
        case install(PreparedPack)
        /// A decision to keep the installed version.
        case keep(PackInstallation)
    }

    /// Decides whether to install a pack, and stores its media.
    /// - Parameter source: the source of the publication; nil if there is none yet.
    func prepare(
        _ pack: Pack, media: some PackMediaSource, source: Int64?
    ) async throws(PackInstallError) -> Step {
        guard pack.manifest.identity == identity else {
            return .keep(.otherPublication(identity: pack.manifest.identity))
        }
        do {
            let installed = try await context.database.read { transaction in
                try source.flatMap { try InstalledPackVersion.find($0, transaction) }
            }
            let kept = installed?.reason(toKeepInsteadOf: pack.manifest, allowsDowngrade: allowsDowngrade)
            if let kept, case .refused = kept { return .keep(kept) }
            // The media of the installed version are stored again too, which restores files that the disk has lost.
            try await context.media.store(pack.media, from: media)
            if let kept { return .keep(kept) }
            return .install(try PreparedPack(pack, now: context.now()))
        } catch { throw PackInstallError(error) }
    }
}

extension PackInstallError {
    init(_ error: any Error) {
        switch error {
        case let own as PackInstallError: self = own
        case let pack as PackError: self = .pack(pack)
        case let library as LibraryError: self = .library(library)
        case let system as NSError where system.domain == NSPOSIXErrorDomain && system.code == Int(ENOSPC):
            self = .library(.diskFull)
        case let file as CocoaError where file.code == .fileWriteOutOfSpace: self = .library(.diskFull)
        case is CancellationError: self = .library(LibraryError(error))
        default: self = .cannotStore(error.localizedDescription)
        }
    }
}
