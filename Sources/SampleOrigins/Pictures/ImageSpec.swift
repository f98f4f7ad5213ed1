/// What is needed to render a picture.
struct ImageSpec: Sendable, Hashable {
    var illustration: Illustration
    var palette: ImagePalette
    var size: ImageSize
    var seed: String
}

/// In pixels. Lead pictures are 3:2.
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

    func scaled(toWidth width: Int) -> ImageSize {
        ImageSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
    }

    init(of illustration: Illustration, in story: SampleStory, at index: Int) {
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
            switch (illustration.illustrator, index) {
            case (_, 0): .landscape
            case ("portrait", _), ("plants", _): seed % 3 == 0 ? .landscape : .portrait
            case ("still-life", _), ("machine", _): seed % 2 == 0 ? .square : .landscape
            default: .landscape
            }
    }
}
