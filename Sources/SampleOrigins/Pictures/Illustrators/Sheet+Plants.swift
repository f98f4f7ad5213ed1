/// The botanist: plants from close by, against a soft ground with the light behind them.
extension Sheet {
    mutating func drawPlants() {
        softGround()
        switch true {
        case scene.has("moth", "honeysuckle"): moths()
        case scene.has("lichen", "rock"): lichen()
        case scene.has("toadstool", "mushroom"): toadstools()
        case scene.has("oak", "tree"): oldTree()
        case scene.has("reed", "saltmarsh", "eelgrass"): reeds()
        case scene.has("fern", "birch"): ferns()
        case scene.has("pear", "apple", "branch", "bough", "cherry"): fruit()
        case scene.has("thrift", "umbel", "parsley", "flower"): umbels(domed: true)
        case scene.has("bean", "row"): rows()
        case scene.has("grass", "dew"): meadow()
        default:
            switch dice.whole(0...4) {
            case 0: umbels(domed: false)
            case 1: ferns()
            case 2: fruit()
            case 3: reeds()
            default: meadow()
            }
        }
        if scene.fog { mist(height * 0.7, 200 * unit, 0.5) }
    }

    /// Light out of focus: large pale discs and one strong one.
    private mutating func softGround() {
        box(0, 0, width, height, fade([(0, light.top, 1), (0.5, light.middle, 1), (1, light.top.mixed(ink, 0.35), 1)]))
        let shine = Spot(width * dice.roll(0.2...0.8), height * dice.roll(0.16...0.5))
        glow(shine, 760 * unit, light.disc.mixed(paper, 0.3), 0.85)
        for _ in 0..<26 {
            let at = Spot(dice.roll(0...1) * width, dice.roll(0...1) * height)
            disc(at, dice.roll(24...120) * unit, dice.chance(0.5) ? light.horizon : light.far, dice.roll(0.05...0.2))
        }
        if scene.hour != .grey { disc(shine, dice.roll(70...150) * unit, light.disc, 0.92) }
    }

    /// A leaf from its foot, with a vein.
    private mutating func leaf(
        _ at: Spot, _ long: Double, _ angle: Double, _ fat: Double, _ colour: Ink, vein: Ink? = nil
    ) {
        place(at, 1 / unit * long / 1000, turned: angle) { sheet in
            sheet.path(
                "M0 0C\(Int(250)) \(Int(-fat * 1000)) 750 \(Int(-fat * 800)) 1000 0C750 \(Int(fat * 800)) 250 \(Int(fat * 1000)) 0 0Z",
                fill: colour)
            if let vein { sheet.stroke("M40 0H930", vein, 14, 0.6) }
        }
    }

    private mutating func reeds() {
        let wet = scene.has("saltmarsh", "water", "eelgrass")
        if wet { water(from: height * 0.74, shine: width * 0.5, rough: 0.15) }
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let colour = light.at(0.25 + 0.75 * depth)
            for _ in 0..<(46 - layer * 8) {
                let root = Spot(dice.roll(-0.05...1.05) * width, height * (0.82 + 0.24 * depth))
                let high = dice.roll(300...860) * unit * (0.5 + 0.55 * depth)
                let lean = dice.roll(-0.1...0.34) * high
                let tip = root + Spot(lean, -high)
                stroke(Self.smooth([root, root + Spot(lean * 0.2, -high * 0.5), tip]), colour, (2 + 5 * depth) * unit)
                if dice.chance(scene.has("eelgrass") ? 0 : 0.5) { plume(tip, 110 * unit * depth, colour) }
                leaf(root + Spot(lean * 0.15, -high * 0.4), high * 0.4, -70 + dice.roll(-20...50), 0.03, colour)
            }
        }
    }

    private mutating func plume(_ tip: Spot, _ long: Double, _ colour: Ink) {
        for _ in 0..<22 {
            let share = dice.roll(0...1)
            let from = tip + Spot(0, long * (1 - share))
            line(from, from + Spot(dice.roll(6...40) * unit, -long * 0.3), colour, 2.4 * unit, 0.8)
        }
    }

    private mutating func ferns() {
        if scene.has("birch") {
            for _ in 0..<7 {
                let x = dice.roll(0...1) * width
                let wide = dice.roll(16...44) * unit
                box(x, -10, wide, height, light.horizon.mixed(light.far, 0.2), 0.8)
                for _ in 0..<16 {
                    box(x, dice.roll(0...1) * height, wide * dice.roll(0.2...0.7), 5 * unit, light.near, 0.7)
                }
            }
        }
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            for _ in 0..<(7 - layer) {
                let root = Spot(dice.roll(0...1) * width, height * 1.04)
                frond(
                    root, dice.roll(460...950) * unit * (0.55 + 0.5 * depth), dice.roll(-130...(-50)),
                    light.at(0.3 + 0.7 * depth))
            }
        }
    }

    private mutating func frond(_ root: Spot, _ long: Double, _ angle: Double, _ colour: Ink) {
        var at = root
        var way = angle
        let bend = dice.roll(0.3...1.5) * (angle > -90 ? 1 : -1)
        for step in 0..<34 {
            let share = Double(step) / 34
            let to = at + Spot(Turn.of(way).x * long / 34, Turn.of(way).y * long / 34)
            line(at, to, colour, (1 - share) * 8 * unit + 1)
            let size = long * 0.27 * (1 - share) * min(1, share * 4 + 0.15)
            if step > 2 {
                leaf(at, size, way + 62, 0.13, colour)
                leaf(at, size, way - 62, 0.13, colour)
            }
            at = to
            way += bend * (1 + share * 2)
        }
    }

    private mutating func fruit() {
        let colour = light.near
        let from = Spot(-20, height * dice.roll(0.1...0.4))
        let end = Spot(width * dice.roll(0.8...1.02), height * dice.roll(0.25...0.6))
        var spots: [Spot] = []
        for step in 0...7 {
            let share = Double(step) / 7
            spots.append(from.towards(end, share) + Spot(0, dice.roll(-40...40) * unit))
        }
        stroke(Self.smooth(spots), colour, 26 * unit)
        for place in 1...7 {
            let at = spots[place]
            for _ in 0..<4 {
                leaf(
                    at, dice.roll(150...270) * unit, dice.roll(-160...150), 0.2,
                    dice.chance(0.5) ? colour : light.at(0.6), vein: light.far)
            }
            if place % 2 == 0 { hang(at) }
        }
        for _ in 0..<8 {
            leaf(
                Spot(dice.roll(0...1) * width, height * dice.roll(0.85...1.1)), 320 * unit, dice.roll(-150...(-30)),
                0.2, colour)
        }
    }

    private mutating func hang(_ at: Spot) {
        let low = at + Spot(dice.roll(-30...30) * unit, dice.roll(90...150) * unit)
        line(at, low, light.near, 7 * unit)
        place(low, 1.1) { sheet in
            sheet.path(
                "M0 -10C-50 30 -40 90 -78 150C-116 230 -60 290 0 288C64 290 118 232 80 150C44 90 50 30 0 -10Z",
                fill: sheet.second.mixed(sheet.ink, 0.24))
            sheet.path(
                "M-30 60C-40 110 -86 160 -74 222C-60 262 -30 274 -8 270C-60 200 -30 120 -30 60Z", fill: sheet.paper, 0.5
            )
        }
    }

    private mutating func umbels(domed: Bool) {
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let colour = light.at(0.25 + 0.75 * depth)
            for _ in 0..<(9 - layer * 2) {
                let root = Spot(dice.roll(0...1) * width, height * 1.03)
                let top = Spot(root.x + dice.roll(-120...120) * unit, height * (0.62 - dice.roll(0...0.42) * depth))
                stroke(
                    Self.smooth([root, root.towards(top, 0.5) + Spot(20 * unit, 0), top]), colour,
                    (3 + 6 * depth) * unit)
                let rays = domed ? 0 : 15
                for ray in 0..<rays {
                    let way = Turn.of(-165 + Double(ray) * 150 / 14)
                    let tip = top + Spot(way.x * 190 * unit * depth, way.y * 120 * unit * depth)
                    line(top, tip, colour, 3 * unit * depth)
                    for _ in 0..<9 {
                        disc(
                            tip + Spot(dice.roll(-26...26) * unit * depth, dice.roll(-20...8) * unit * depth),
                            6 * unit * depth, depth > 0.9 ? paper : colour, 0.95)
                    }
                }
                if domed {
                    for _ in 0..<46 {
                        let way = Turn.of(dice.roll(180...360))
                        let reach = dice.roll(0...1).squareRoot() * 84 * unit * depth
                        disc(
                            top + Spot(way.x * reach, way.y * reach * 0.8), 17 * unit * depth,
                            depth > 0.9 ? second.mixed(paper, dice.roll(0...0.6)) : colour, 0.9)
                    }
                }
            }
        }
        let line = ridge(height * 0.97, 30 * unit, rough: 0.3)
        grass(along: line, light.near, high: 190 * unit, number: 260)
        if scene.has("wall") { nearStones() }
    }

    private mutating func nearStones() {
        for _ in 0..<40 {
            oval(
                Spot(dice.roll(0...1) * width, height * dice.roll(0.9...1.05)), dice.roll(60...130) * unit,
                dice.roll(34...60) * unit, light.at(dice.roll(0.7...1)))
        }
    }

    private mutating func meadow() {
        for layer in 0..<4 {
            let depth = Double(layer + 1) / 4
            let line = ridge(height * (0.8 + 0.24 * depth), 40 * unit, rough: 0.2)
            ground(line, light.at(depth))
            grass(along: line, light.at(depth), high: (190 + 330 * depth) * unit, number: 230 - layer * 30)
        }
        for _ in 0..<46 {
            let at = Spot(dice.roll(0...1) * width, height * dice.roll(0.5...0.97))
            let size = dice.roll(4...13) * unit
            glow(at, size * 3, paper, 0.6)
            disc(at, size, paper, 0.9)
        }
    }

    private mutating func lichen() {
        box(0, 0, width, height, fade([(0, light.far.mixed(ink, 0.2), 1), (1, light.near, 1)]))
        for _ in 0..<70 {
            let at = Spot(dice.roll(0...1) * width, dice.roll(0...1) * height)
            var spots: [Spot] = []
            for step in 0..<7 {
                let way = Turn.of(Double(step) * 51)
                let radius = dice.roll(50...260) * unit
                spots.append(at + Spot(way.x * radius, way.y * radius * 0.7))
            }
            shape(spots, dice.chance(0.5) ? light.near : light.far, 0.16)
        }
        for _ in 0..<17 {
            rosette(Spot(dice.roll(0...1) * width, dice.roll(0...1) * height), dice.roll(50...230) * unit)
        }
    }

    private mutating func rosette(_ at: Spot, _ size: Double) {
        let colour = dice.chance(0.6) ? second.mixed(paper, dice.roll(0.1...0.5)) : paper.mixed(light.far, 0.2)
        for ring in 0..<4 {
            let radius = size * (1 - Double(ring) * 0.21)
            var spots: [Spot] = []
            for step in 0..<40 {
                let way = Turn.of(Double(step) * 9)
                let reach = radius * dice.roll(0.84...1.12)
                spots.append(at + Spot(way.x * reach, way.y * reach))
            }
            blob(spots, ring % 2 == 0 ? colour : colour.mixed(ink, 0.26), 0.85)
        }
        for _ in 0..<14 {
            disc(at + Spot(dice.roll(-0.4...0.4) * size, dice.roll(-0.4...0.4) * size), size * 0.06, ink, 0.7)
        }
    }

    private mutating func toadstools() {
        meadow()
        for _ in 0..<dice.whole(4...7) {
            let at = Spot(width * dice.roll(0.14...0.86), height * dice.roll(0.78...1))
            place(at, dice.roll(0.5...1.25), turned: dice.roll(-9...9)) { sheet in
                sheet.path(
                    "M-26 40C-16 -60 -18 -160 -14 -240H16C20 -160 18 -60 30 40Z",
                    fill: sheet.paper.mixed(sheet.light.far, 0.3))
                sheet.path(
                    "M-150 -214C-140 -400 140 -400 152 -214C90 -180 -90 -180 -150 -214Z",
                    fill: sheet.second.mixed(sheet.ink, 0.16))
                sheet.path("M-128 -232C-110 -350 -20 -366 10 -358C-60 -340 -90 -290 -96 -222Z", fill: sheet.paper, 0.45)
                sheet.path("M-150 -214C-90 -180 90 -180 152 -214C90 -196 -90 -196 -150 -214Z", fill: sheet.ink, 0.7)
            }
        }
        grass(along: ridge(height * 1.02, 20 * unit, rough: 0.2), light.near, high: 210 * unit, number: 150)
    }

    private mutating func oldTree() {
        let line = ridge(height * 0.88, 40 * unit, rough: 0.2)
        ground(ridge(height * 0.76, 50 * unit, rough: 0.2), light.at(0.45))
        mist(height * 0.8, 90 * unit, 0.5)
        ground(line, light.near)
        oak(Spot(width * dice.roll(0.38...0.62), height * 0.91))
        grass(along: line, light.near, high: 60 * unit, number: 240)
    }

    /// A broad old tree: a thick trunk, boughs that reach sideways, and a crown with light in it.
    private mutating func oak(_ root: Spot) {
        let near = light.near
        path(
            "M\(root.x - 90 * unit) \(root.y + 20 * unit)C\(root.x - 40 * unit) \(root.y - 60 * unit) \(root.x - 44 * unit) \(root.y - 200 * unit) \(root.x - 60 * unit) \(root.y - 330 * unit)H\(root.x + 70 * unit)C\(root.x + 46 * unit) \(root.y - 200 * unit) \(root.x + 44 * unit) \(root.y - 60 * unit) \(root.x + 110 * unit) \(root.y + 20 * unit)Z",
            fill: near)
        let fork = root + Spot(0, -320 * unit)
        for bough in 0..<9 {
            let way = Turn.of(-176 + Double(bough) * 21.5)
            let reach = dice.roll(250...400) * unit
            let end = fork + Spot(way.x * reach * 1.25, way.y * reach - 20 * unit)
            let middle = fork.towards(end, 0.5) + Spot(0, 34 * unit)
            stroke(Self.smooth([fork, middle, end]), near, dice.roll(16...40) * unit)
            for _ in 0..<14 {
                let at =
                    fork.towards(end, dice.roll(0.5...1.2))
                    + Spot(dice.roll(-90...90) * unit, dice.roll(-80...40) * unit)
                oval(at, dice.roll(34...84) * unit, dice.roll(24...52) * unit, near, 0.94)
            }
        }
        for _ in 0..<46 {
            let way = Turn.of(dice.roll(190...350))
            let at = fork + Spot(way.x * dice.roll(120...430) * unit, way.y * dice.roll(140...390) * unit)
            oval(at, dice.roll(14...40) * unit, dice.roll(8...18) * unit, light.at(0.55), 0.8)
        }
    }

    private mutating func rows() {
        let eye = Spot(width * dice.roll(0.4...0.6), height * 0.4)
        ground([Spot(0, eye.y), Spot(width, eye.y)], light.at(0.35), to: light.at(0.9))
        for row in -6...6 {
            for step in 0..<26 {
                let depth = Double(step * step) / 676
                let at = Spot(
                    eye.x + Double(row) * (24 + 300 * depth) * unit, eye.y + (height - eye.y) * (0.02 + depth))
                for _ in 0..<4 {
                    leaf(at, (16 + 130 * depth) * unit, dice.roll(-170...(-10)), 0.24, light.at(0.4 + 0.6 * depth))
                }
            }
        }
        place(Spot(eye.x + 120 * unit, eye.y + 6 * unit), 0.4) { $0.mast($0.light.at(0.8), light: $0.light.glow) }
    }

    private mutating func moths() {
        for _ in 0..<7 {
            let root = Spot(dice.roll(-0.05...1) * width, height * 1.04)
            frond(root, dice.roll(600...1000) * unit, dice.roll(-120...(-60)), light.near)
        }
        for _ in 0..<5 {
            let at = Spot(width * dice.roll(0.1...0.9), height * dice.roll(0.4...0.85))
            for petal in 0..<9 {
                let way = Double(petal) * 20 - 170
                let tip = at + Spot(Turn.of(way).x * 130 * unit, Turn.of(way).y * 130 * unit)
                stroke(
                    Self.smooth([at, at.towards(tip, 0.6) + Spot(8, -12), tip]), paper.mixed(second, 0.3), 15 * unit)
                disc(tip, 6 * unit, second)
            }
        }
        for _ in 0..<dice.whole(4...6) {
            place(
                Spot(dice.roll(0.1...0.9) * width, dice.roll(0.1...0.7) * height), dice.roll(0.35...1),
                turned: dice.roll(-50...50)
            ) { sheet in
                let wing = sheet.paper.mixed(sheet.second, 0.4)
                for side in ["", "scale(-1 1)"] {
                    sheet.group(side) {
                        $0.path("M8 -20C60 -120 190 -130 214 -84C196 -10 110 20 10 10Z", fill: wing)
                        $0.path("M8 6C80 16 130 50 116 96C70 118 20 70 6 20Z", fill: wing.mixed($0.ink, 0.2))
                        $0.disc(Spot(130, -66), 18, $0.ink, 0.8)
                        $0.stroke("M4 -46C14 -84 34 -96 50 -104", $0.paper, 4)
                    }
                }
                sheet.oval(Spot(0, 0), 14, 56, sheet.ink)
            }
        }
    }
}
