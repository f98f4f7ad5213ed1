import Fetching
public import Foundation

extension PictureError {
    /// Until when the picture is taken as failed: minutes for what may pass, a week for what is no picture.
    public func failedUntil(from now: Date) -> Date {
        switch self {
        case .notFetched(.busy(let until, _)): until
        // These say nothing about the picture.
        case .notFetched(.calledOff), .widthNotOffered, .notKept: now
        case .notFetched(.timedOut), .notFetched(.unreachable): now.addingTimeInterval(10 * 60)
        case .notFetched: now.addingTimeInterval(6 * 3600)
        default: now.addingTimeInterval(7 * 86_400)
        }
    }
}
