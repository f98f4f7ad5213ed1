/// The size of a picture in pixels. Leads lie 3:2; inside a text some stand upright, some are
/// square, a panorama is very wide, and what is shown in its whole height is very tall.
struct PictureSize: Sendable, Hashable {
    let width: Int
    let height: Int

    static let landscape = PictureSize(width: 1600, height: 1067)
    static let portrait = PictureSize(width: 1067, height: 1400)
    static let square = PictureSize(width: 1200, height: 1200)

    static let panorama = PictureSize(width: 3200, height: 620)
    static let tower = PictureSize(width: 620, height: 2600)

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The same shape at another width.
    func scaled(toWidth width: Int) -> PictureSize {
        PictureSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
    }

    init(of illustration: Illustration, in story: SampleStory, at place: Int) {
        if illustration.subject.contains("panorama") {
            self = .panorama
            return
        }
        if illustration.subject.contains("whole height") {
            self = .tower
            return
        }
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
