/// What is needed to render a picture: illustration, colours, size, and a seed that tells it from similar ones.
struct ImageSpec: Sendable, Hashable {
    var illustration: Illustration
    var palette: ImagePalette
    var size: ImageSize
    var seed: String
}

/// A picture's size in pixels. Lead pictures are 3:2; in a text some are upright, square, a wide panorama or very tall.
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

    /// The same aspect ratio at another width.
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
