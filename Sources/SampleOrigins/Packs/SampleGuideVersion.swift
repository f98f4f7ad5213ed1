/// A version of the guide to Fellside. Each version changes texts and adds pages.
public enum SampleGuideVersion: String, Sendable, CaseIterable {
    /// A version with 64 pages and 74 photographs.
    case first = "1.0"
    /// A version with 68 pages and 83 photographs.
    case second = "1.1"
    /// A version with 71 pages. One has another slug, one another slug and another address, and one is gone.
    case third = "2.0"
}
