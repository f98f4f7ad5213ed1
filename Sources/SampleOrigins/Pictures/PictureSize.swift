/// The size of a picture in pixels. Leads lie 3:2; inside a text some stand upright and some are square.
struct PictureSize: Sendable, Hashable {
    let width: Int
    let height: Int

    static let landscape = PictureSize(width: 1600, height: 1067)
    static let portrait = PictureSize(width: 1067, height: 1400)
    static let square = PictureSize(width: 1200, height: 1200)

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(of illustration: Illustration, in story: SampleStory, at place: Int) {
        let seed = Dice.seed(of: story.slug + illustration.subject)
        self =
            switch (illustration.illustrator, place) {
            case (_, 0): .landscape
            case ("portrait", _), ("plants", _): seed % 3 == 0 ? .landscape : .portrait
            case ("still-life", _), ("machine", _): seed % 2 == 0 ? .square : .landscape
            default: .landscape
            }
    }
}
