/// The states of the house that `tidings demo --state` shows.
public enum TownState: String, Sendable, CaseIterable {
    /// Everything as it should be, with one origin busy and one gone.
    case lively
    /// Every feed is there and has no story.
    case empty
    /// No origin can be reached.
    case offline
    /// Every answer takes long.
    case slow
    /// Most origins fail, each in its own way.
    case failing
    /// Hundreds of feeds with a hundred generated stories each.
    case huge
    /// The origins are well, and nothing is followed yet.
    case firstRun = "first-run"
}
