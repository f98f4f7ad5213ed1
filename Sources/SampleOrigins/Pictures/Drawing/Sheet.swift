/// The sheet that an illustrator draws on: shapes are written as SVG in the order in which they are drawn.
struct Sheet {
    let width: Double
    let height: Double
    let palette: Palette
    let scene: Scene
    let light: Light
    var dice: Dice
    private var shapes = ""
    private var definitions = ""
    private var serial = 0

    init(_ order: PictureOrder, usual: Scene.Hour) {
        width = Double(order.size.width)
        height = Double(order.size.height)
        palette = order.palette
        scene = Scene(order.illustration.subject, usual: usual)
        light = Light(scene.hour, order.palette)
        dice = Dice(order.seed + order.illustration.subject)
    }

    var ink: Ink { Ink(palette.ink) }
    var second: Ink { Ink(palette.second) }
    var paper: Ink { Ink(palette.paper) }
    /// A thousandth of the shorter side: sizes of things are given in it.
    var unit: Double { min(width, height) / 1000 }

    /// The whole drawing; mirrored, if the dice say so and the picture allows it.
    func svg(mirrored: Bool = false) -> String {
        let turn = mirrored ? " transform=\"translate(\(Self.text(width)) 0) scale(-1 1)\"" : ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width))" height="\(Int(height))" \
            viewBox="0 0 \(Int(width)) \(Int(height))"><defs>\(definitions)</defs>\
            <g stroke-linecap="round" stroke-linejoin="round"\(turn)>\(shapes)</g></svg>
            """
    }

    mutating func add(_ element: String) { shapes += element }

    mutating func define(_ make: (String) -> String) -> String {
        serial += 1
        definitions += make("d\(serial)")
        return "d\(serial)"
    }

    /// A number as SVG wants it, in tenths.
    static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
