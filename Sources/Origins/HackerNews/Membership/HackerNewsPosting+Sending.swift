import Fetching
import Foundation
import Markup
import News
import URLs

extension HackerNewsPosting {
    /// The pause in seconds after which comments are accepted again; a guess, since the site states none.
    private static let quickPause: TimeInterval = 120
    /// The pause in seconds after a refusal that states no time; equal to `FetchLimits.defaultBackoff`.
    private static let refusalPause: TimeInterval = 600

    // MARK: Sending

    /// Sends one request and reads the response. Nothing is repeated.
    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        guard let session, HackerNewsMemberClient.isSendable(session.cookie) else { return .signInNeeded }
        if let item = prepared.action.item { client.tokens.forget(item.key, at: endpoints.site, for: session) }
        let response: FetchResponse
        do {
            response = try await client.send(
                prepared.address, method: prepared.method, fields: prepared.fields, as: session)
        } catch {
            guard error.isUnsent else { return .fateUnknown }
            let failure = SourceError(error, site: client.host)
            if case .busy(let until, let cause) = failure { return .unsent(failure.code, cause, retryAt: until) }
            return .unsent(failure.code, failure.cause)
        }
        switch response.status {
        case 300..<400: return await outcome(ofRedirect: response, prepared, session)
        case 200..<300: return outcome(ofPage: response, prepared, session)
        default: return outcome(ofError: response, prepared)
        }
    }

    private func outcome(
        ofRedirect response: FetchResponse, _ prepared: PreparedAction, _ session: MemberSession
    ) async -> RemoteActionOutcome {
        guard let location = response.header("location"), let address = WebAddress(location, base: endpoints.base)
        else { return .fateUnknown }
        let isForeign = !endpoints.isAtOrigin(address)
        // The request was not processed, but redirected to another address (RFC 9110 §15.4.8).
        if [307, 308].contains(response.status) {
            return .refused(isForeign ? RemoteRefusal(.elsewhere, elsewhere: address.origin) : RemoteRefusal(.other))
        }
        guard !isForeign else { return .fateUnknown }
        let path = address.path.split(separator: "/").last.map(String.init) ?? ""
        switch (path, prepared.action) {
        case ("login", _): return .signInNeeded
        case ("x", _): return await refusal(at: address, prepared.action, session)
        case ("item", .submit):
            let id = HackerNewsLinkQuery(address.text).item
            return .existing(RemoteLocation(key: id.map { "\($0)" }, page: address))
        default: return .accepted()
        }
    }

    /// Fetches the form again, which shows the reason above it.
    private func refusal(
        at address: WebAddress, _ action: RemoteAction, _ session: MemberSession
    ) async -> RemoteActionOutcome {
        do {
            let page = try await client.page(address.text, as: session)
            if let notice = page.notice { return outcome(of: notice, action, otherwise: .invalidSubmission) }
        } catch {}
        return .refused(RemoteRefusal(.invalidSubmission))
    }

    private func outcome(
        ofPage response: FetchResponse, _ prepared: PreparedAction, _ session: MemberSession
    ) -> RemoteActionOutcome {
        let page = client.page(of: response, at: prepared.address)
        if let notice = page.notice { return outcome(of: notice, prepared.action, otherwise: .other) }
        let isSignedOut = page.first("form.login") != nil && page.logout == nil
        return isSignedOut ? .signInNeeded : .fateUnknown
    }

    private func outcome(ofError response: FetchResponse, _ prepared: PreparedAction) -> RemoteActionOutcome {
        let words = client.page(of: response, at: prepared.address).notice?.words
        switch response.status {
        case 401: return .signInNeeded
        case 404, 410: return .refused(RemoteRefusal(.notThere, message: words))
        case 405: return .refused(RemoteRefusal(.methodNotAllowed, message: words))
        case let status where HackerNewsScraper.backoffStatuses.contains(status):
            let isGuess = response.retryAfter == nil
            let retryAt = response.retryAfter ?? client.now().addingTimeInterval(Self.refusalPause)
            return .refused(
                RemoteRefusal(status == 429 ? .tooQuick : .other, message: words, retryAt: retryAt, isGuess: isGuess))
        case 400..<500: return .refused(RemoteRefusal(.other, message: words))
        default: return .fateUnknown
        }
    }

    // MARK: The site's words

    private func outcome(
        of notice: HackerNewsNotice, _ action: RemoteAction, otherwise reason: RemoteRefusal.Reason
    ) -> RemoteActionOutcome {
        switch notice.kind {
        case .signedOut, .badLogin: .signInNeeded
        default: .refused(refusal(of: notice, action, otherwise: reason))
        }
    }

    func refusal(
        of notice: HackerNewsNotice, _ action: RemoteAction, otherwise reason: RemoteRefusal.Reason
    ) -> RemoteRefusal {
        let known: RemoteRefusal.Reason =
            switch notice.kind {
            case .captcha: .captcha
            case .tooQuick: .tooQuick
            case .expired: .expiredForm
            // The message is about a comment's token or a submission's link.
            case .again: action.kind == .submit ? .invalidSubmission : .expiredForm
            case .notThere: .notThere
            case .notOffered: .notOffered
            case .titleTooLong: .titleTooLong
            case .invalid: .invalidSubmission
            case .signedOut, .badLogin: .membersOnly
            case .work, .blocked: .other
            case nil: reason
            }
        var refusal = RemoteRefusal(known, message: notice.words.isEmpty ? nil : notice.words)
        if known == .tooQuick {
            refusal.retryAt = client.now().addingTimeInterval(Self.quickPause)
            refusal.isGuess = true
        }
        return refusal
    }
}
