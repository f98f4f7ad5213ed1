import Foundation
import News

/// The outcome of a refresh.
enum RefreshOutcome: Sendable {
    case succeeded(new: Int, changed: Int)
    case failed(SourceError)

    var code: String {
        switch self {
        case .succeeded(let new, _) where new > 0: "new"
        case .succeeded(_, let changed) where changed > 0: "changed"
        case .succeeded: "unchanged"
        case .failed(let error): error.code.rawValue
        }
    }

    var message: String {
        switch self {
        case .succeeded(let new, _) where new > 0: new == 1 ? "1 new story" : "\(new) new stories"
        case .succeeded(_, let changed) where changed > 0:
            changed == 1 ? "1 story has changed" : "\(changed) stories have changed"
        case .succeeded: "nothing new"
        case .failed(let error): Self.message(for: error)
        }
    }

    var status: Int? {
        guard case .failed(let error) = self else { return nil }
        return switch error {
        case .refused(let status, _): status
        case .gone: 410
        case .notThere: 404
        case .signInNeeded: 401
        default: nil
        }
    }

    private static func message(for error: SourceError) -> String {
        switch error {
        case .notThere: "nothing lives at its address"
        case .gone: "it was taken away for good"
        case .refused(let status, nil): "its origin refused (status \(status))"
        case .refused(let status, let message?): "its origin refused (status \(status)): “\(message)”"
        case .busy: "its origin asked us to wait"
        case .signInNeeded: "its origin wants a sign-in"
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause): cause.message
        }
    }
}
