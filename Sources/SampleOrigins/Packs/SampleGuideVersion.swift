/// The versions of the guide to Fellside. From each to the next texts change and pages come.
public enum SampleGuideVersion: String, Sendable, CaseIterable {
    /// 64 pages, 74 photographs.
    case first = "1.0"
    /// 68 pages, 83 photographs.
    case second = "1.1"
    /// 71 pages. One has another slug, one another slug and another address, and one is gone.
    case third = "2.0"
}
