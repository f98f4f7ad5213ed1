public import Foundation

/// How an edition's origins are doing, as one reader sees it.
public enum EditionStanding: Sendable, Hashable {
    /// It was never opened, so nobody has been asked for anything yet.
    case unopened
    /// It was opened, and the first answers are on their way.
    case arriving
    case working
    /// Some of its channels cannot be read.
    case partly(failing: Int, of: Int)
    /// Its origin wants a key or a sign-in.
    case needsKey
    /// None of its channels can be read any more.
    /// - Parameter since: when the last of them answered; nil when none ever has.
    case silent(since: Date?)
}
