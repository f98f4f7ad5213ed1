/// The data needed to render a picture.
struct SamplePictureSpec: Sendable, Hashable {
    var illustration: Illustration
    var palette: PicturePalette
    var size: PictureSize
    var seed: String
}

/// A size in pixels. Lead pictures are 3:2.
struct PictureSize: Sendable, Hashable {
    let width: Int
    let height: Int

    static let landscape = PictureSize(width: 1600, height: 1067)
    static let portrait = PictureSize(width: 1067, height: 1400)
    static let square = PictureSize(width: 1200, height: 1200)

    static let panorama = PictureSize(width: 3200, height: 620)
    static let tallPortrait = PictureSize(width: 620, height: 2600)

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    func scaled(toWidth width: Int) -> PictureSize {
        PictureSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
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
