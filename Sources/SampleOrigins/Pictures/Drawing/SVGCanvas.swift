/// An SVG drawing, written in drawing order.
struct SVGCanvas {
    let width: Double
    let height: Double
    let palette: PicturePalette
    let scene: Scene
    let light: SceneLighting
    var rng: SeededRandom
    private var elements = ""
    private var definitions = ""
    private var lastID = 0

    init(_ spec: SamplePictureSpec, defaultHour: Scene.Hour) {
        width = Double(spec.size.width)
        height = Double(spec.size.height)
        palette = spec.palette
        scene = Scene(spec.illustration.subject, defaultHour: defaultHour)
        light = SceneLighting(scene.hour, spec.palette)
        rng = SeededRandom(spec.seed + spec.illustration.subject)
    }

    var ink: Colour { Colour(palette.ink) }
    var accent: Colour { Colour(palette.accent) }
    var paper: Colour { Colour(palette.paper) }
    /// A thousandth of the shorter side.
    var unit: Double { min(width, height) / 1000 }

    func svg(mirrored: Bool = false) -> String {
        let turn = mirrored ? " transform=\"translate(\(Self.format(width)) 0) scale(-1 1)\"" : ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width))" height="\(Int(height))" \
            viewBox="0 0 \(Int(width)) \(Int(height))"><defs>\(definitions)</defs>\
            <g stroke-linecap="round" stroke-linejoin="round"\(turn)>\(elements)</g></svg>
            """
    }

    mutating func add(_ element: String) { elements += element }

    mutating func define(_ make: (String) -> String) -> String {
        lastID += 1
        definitions += make("d\(lastID)")
        return "d\(lastID)"
    }

    /// Formats a number rounded to tenths.
    static func format(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
