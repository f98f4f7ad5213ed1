/// The colours of a picture's light: the sky from top to horizon, far and near objects, and lights.
struct SceneLighting: Sendable {
    let top: Colour
    let middle: Colour
    let horizon: Colour
    let far: Colour
    let near: Colour
    let glow: Colour
    /// The disc of the sun or moon.
    let disc: Colour

    init(_ hour: Scene.Hour, _ palette: ImagePalette) {
        let ink = Colour(palette.ink)
        let second = Colour(palette.second)
        let paper = Colour(palette.paper)
        switch hour {
        case .night:
            (top, middle, horizon) = (ink.darkened(0.42), ink.mixed(second, 0.06), ink.mixed(second, 0.44))
            (far, near, glow, disc) = (ink.mixed(second, 0.2), ink.darkened(0.72), second.mixed(paper, 0.5), paper)
        case .dusk:
            (top, middle, horizon) = (ink.mixed(second, 0.1), ink.mixed(second, 0.62), second.mixed(paper, 0.55))
            (far, near, glow, disc) = (second.mixed(ink, 0.42), ink.darkened(0.55), paper, paper)
        case .dawn:
            (top, middle, horizon) = (second.mixed(paper, 0.2), second.mixed(paper, 0.62), paper)
            (far, near, glow, disc) = (paper.mixed(second, 0.5).mixed(ink, 0.16), ink.darkened(0.25), paper, second)
        case .noon:
            (top, middle, horizon) = (second, second.mixed(paper, 0.3), second.mixed(paper, 0.72))
            (far, near, glow, disc) = (second.mixed(ink, 0.35), ink.darkened(0.35), paper, paper)
        case .day:
            (top, middle, horizon) = (ink.mixed(paper, 0.58), ink.mixed(paper, 0.8), paper)
            (far, near, glow, disc) = (paper.mixed(ink, 0.34), ink.darkened(0.3), second, second)
        case .grey:
            (top, middle, horizon) = (ink.mixed(paper, 0.38), ink.mixed(paper, 0.58), ink.mixed(paper, 0.84))
            (far, near, glow, disc) = (ink.mixed(paper, 0.62), ink.darkened(0.4), second, paper)
        }
    }

    /// The colour of an object at a depth, 0 at the horizon and 1 in the foreground.
    func atDepth(_ depth: Double) -> Colour { far.mixed(near, depth) }
}
