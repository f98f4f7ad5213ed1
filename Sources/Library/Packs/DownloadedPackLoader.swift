import Failures
import Foundation
import News
import Packs
import URLs

/// Prepares the pack that a channel's response downloaded, so that it is stored with the rest of the response: files
/// are read, and media written, before the transaction.
struct DownloadedPackLoader: Sendable {
    let context: LibraryContext
    let channel: DueChannel

    /// Prepares the downloaded pack, if any.
    /// - Returns: the response, and the pack; nil if there is none, or the installed version is the same; a failed
    ///   response for a pack that cannot be read or is refused.
    func load(
        _ response: Result<ChannelResponse, SourceError>
    ) async throws(LibraryError) -> (response: Result<ChannelResponse, SourceError>, pack: PreparedPack?) {
        guard case .success(let success) = response, let download = success.pack else { return (response, nil) }
        do throws(PackInstallError) {
            let reader = try Self.open(download)
            switch try await installer.prepare(reader.pack, media: reader, source: channel.source) {
            case .install(let pack): return (response, pack)
            case .keep(.otherPublication(let identity)): return (failed(.otherPublication(identity: identity)), nil)
            case .keep(.refused(let version, let installed)):
                let failure: PackDownloadFailure =
                    version == installed
                    ? .changedUnderItsNumber(version.description)
                    : .older(version.description, installed: installed.description)
                return (failed(failure), nil)
            case .keep: return (response, nil)
            }
        } catch {
            switch error {
            case .pack(let error): return (failed(PackDownloadFailure(error)), nil)
            case .cannotStore(let why): return (failed(.cannotStore(why)), nil)
            case .library(let error): throw error
            }
        }
    }

    private static func open(_ download: DownloadedPack) throws(PackInstallError) -> PackReader {
        do throws(PackError) { return try PackReader(file: download.file, media: download.mediaFolder) } catch {
            throw .pack(error)
        }
    }

    /// The path of the source's address names the publication (`PackOptions.channel`).
    private var installer: PackInstaller {
        PackInstaller(context: context, identity: String(channel.site.path.dropFirst()))
    }

    private func failed(_ failure: PackDownloadFailure) -> Result<ChannelResponse, SourceError> {
        .failure(.unreadable(FailureCause(.pack(failure), at: channel.address.host)))
    }
}

extension DownloadedPack {
    /// The folder with the media; nil if the pictures are in the pack file.
    var mediaFolder: URL? { FileManager.default.fileExists(atPath: media.path) ? media : nil }

    /// Removes the download. Files that cannot be removed lie in a folder for temporary files and do no harm.
    func remove() { do { try FileManager.default.removeItem(at: folder) } catch { return } }
}
