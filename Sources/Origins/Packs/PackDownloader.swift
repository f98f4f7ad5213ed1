import Failures
import Fetching
import Foundation
import News
import Packs

/// A downloader that fetches files for a pack one after the other, with one time limit for all of them. A partial file
/// of an interrupted request is continued by the next request for the same file.
struct PackDownloader: Sendable {
    /// The time limit for all requests of one refresh, which is less than the lease of the refresh.
    static let timeLimit = Duration.seconds(150)

    private static let accept = "application/json, application/vnd.sqlite3, application/octet-stream, */*;q=0.5"

    let fetcher: Fetcher
    /// The host that failure causes name.
    let site: String
    private let end: ContinuousClock.Instant
    private let timeLimit: Duration

    init(fetcher: Fetcher, site: String, timeLimit: Duration) {
        (self.fetcher, self.site, self.timeLimit) = (fetcher, site, timeLimit)
        end = ContinuousClock.now + timeLimit
    }

    /// Fetches a file, or the missing rest of a file.
    /// - Parameters:
    ///   - limit: the maximum size in bytes.
    ///   - known: validators for a conditional request.
    /// - Returns: the response without its body; after a 304 the file is unchanged.
    func download(
        _ address: String, to file: URL, limit: Int, known: StoredHTTPValidators? = nil,
        limitByStart: (@Sendable ([UInt8]) -> Int?)? = nil
    ) async throws(SourceError) -> FetchResponse {
        let partial = PartialFile(file, from: address, limit: limit, limitByStart: limitByStart)
        if let response = try await attempt(address, partial, limit, known) { return response }
        // The file has changed at the origin, or it was already complete, so it is fetched once from the beginning.
        await partial.discard()
        if let response = try await attempt(address, partial, limit, known) { return response }
        throw .unreadable(FailureCause(.pack(.damaged), at: site))
    }

    /// Sends one request.
    /// - Returns: nil if the partial file cannot be continued.
    private func attempt(
        _ address: String, _ partial: PartialFile, _ limit: Int, _ known: StoredHTTPValidators?
    ) async throws(SourceError) -> FetchResponse? {
        let remaining = end - ContinuousClock.now
        guard remaining > .zero else { throw outOfTime }
        var request = FetchRequest(
            address: address, accept: Self.accept, validators: known?.validators, bodyLimit: limit, timeout: remaining)
        request.validatorsAddress = known?.validatorsFrom
        let resume = await partial.resumePoint()
        if let resume {
            // bounded: the file is not longer than the limit
            request.range = Int64(resume.offset)..<Int64(limit) + 1
            request.headers = [("If-Range", resume.validator)]
        }
        request.receiver = BodyReceiver(
            begin: { try await partial.begin($0) }, receive: { try await partial.receive($0) })
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch {
            // The range began after the end of the file.
            if case .refused(status: 416) = error, resume != nil { return nil }
            guard try await isRecoverable(partial) else { throw mapped(error) }
            return nil
        }
        guard !response.isNotModified else { return response }
        let isWhole: Bool
        do throws(PartialFile.Refusal) { isWhole = try await partial.finish() } catch { throw Self.error(error, site) }
        guard isWhole else { throw SourceError(.unreachable(.closedEarly), site: site) }
        return response
    }

    /// Returns true if the received bytes do not continue the file, which can then be fetched from the beginning.
    /// - Throws: the error for any other refused response.
    private func isRecoverable(_ partial: PartialFile) async throws(SourceError) -> Bool {
        switch await partial.refusal {
        case nil: return false
        case .changed: return true
        case let refusal?:
            await partial.discard()
            throw Self.error(refusal, site)
        }
    }

    private static func error(_ refusal: PartialFile.Refusal, _ site: String) -> SourceError {
        switch refusal {
        case .changed: .unreadable(FailureCause(.pack(.damaged), at: site))
        case .foreign: .unreadable(FailureCause(.pack(.notAPack), at: site))
        case .tooLarge: .notAllowed(FailureCause(.pack(.tooLarge), at: site))
        case .disk(let why): .notAllowed(FailureCause(.pack(.cannotStore(why)), at: site))
        }
    }

    private func mapped(_ error: FetchError) -> SourceError {
        switch error {
        case .timedOut: outOfTime
        case .tooLarge: .notAllowed(FailureCause(.pack(.tooLarge), at: site))
        default: SourceError(error, site: site)
        }
    }

    private var outOfTime: SourceError {
        .unreachable(FailureCause(.incomplete(seconds: Int(timeLimit.components.seconds)), at: site))
    }
}
