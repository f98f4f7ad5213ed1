/// The two inks and the paper that a publication prints its pictures with, each `#rrggbb`.
public struct Palette: Sendable, Hashable {
    /// The dark ink: shadows and what stands nearest.
    public var ink: String
    /// The second ink: light, glow and what is looked at.
    public var second: String
    public var paper: String

    public init(ink: String, second: String, paper: String) {
        self.ink = ink
        self.second = second
        self.paper = paper
    }
}
