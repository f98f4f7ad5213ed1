/// A picture as it is ordered from the darkroom: what is on it, in which inks, how large, and the seed that makes it
/// differ from its neighbours.
struct PictureOrder: Sendable, Hashable {
    var illustration: Illustration
    var palette: Palette
    var size: PictureSize
    var seed: String
}
