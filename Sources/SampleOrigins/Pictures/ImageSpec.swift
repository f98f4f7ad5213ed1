/// A picture as it is ordered from the darkroom: what is on it, in which inks, how large, and the seed that makes it
/// differ from its neighbours.
struct ImageSpec: Sendable, Hashable {
    var illustration: Illustration
    var palette: ImagePalette
    var size: ImageSize
    var seed: String
}

/// The size of a picture in pixels. Leads lie 3:2; inside a text some stand upright, some are
/// square, a panorama is very wide, and what is shown in its whole height is very tall.
struct ImageSize: Sendable, Hashable {
    let width: Int
    let height: Int

    static let landscape = ImageSize(width: 1600, height: 1067)
    static let portrait = ImageSize(width: 1067, height: 1400)
    static let square = ImageSize(width: 1200, height: 1200)

    static let panorama = ImageSize(width: 3200, height: 620)
    static let tallPortrait = ImageSize(width: 620, height: 2600)

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The same shape at another width.
    func scaled(toWidth width: Int) -> ImageSize {
        ImageSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
    }

    init(of illustration: Illustration, in story: SampleStory, at place: Int) {
        if illustration.subject.contains("panorama") {
            self = .panorama
            return
        }
        if illustration.subject.contains("whole height") {
            self = .tallPortrait
            return
        }
        let seed = SeededRandom.seed(of: story.slug + illustration.subject)
        self =
            switch (illustration.illustrator, place) {
            case (_, 0): .landscape
            case ("portrait", _), ("plants", _): seed % 3 == 0 ? .landscape : .portrait
            case ("still-life", _), ("machine", _): seed % 2 == 0 ? .square : .landscape
            default: .landscape
            }
    }
}
