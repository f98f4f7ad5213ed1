extension SVGCanvas {
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
            switch rng.int(0...4) {
            case 0: umbels(domed: false)
            case 1: ferns()
            case 2: fruit()
            case 3: reeds()
            default: meadow()
            }
        }
        if scene.isFoggy { mist(height * 0.7, 200 * unit, 0.5) }
    }

    private mutating func softGround() {
        rect(
            0, 0, width, height,
            linearGradient([(0, light.top, 1), (0.5, light.middle, 1), (1, light.top.mixed(ink, 0.35), 1)]))
        let shine = Point(width * rng.double(0.2...0.8), height * rng.double(0.16...0.5))
        glow(shine, 760 * unit, light.disc.mixed(paper, 0.3), 0.85)
        for _ in 0..<26 {
            let at = Point(rng.double(0...1) * width, rng.double(0...1) * height)
            circle(at, rng.double(24...120) * unit, rng.chance(0.5) ? light.horizon : light.far, rng.double(0.05...0.2))
        }
        if scene.hour != .grey { circle(shine, rng.double(70...150) * unit, light.disc, 0.92) }
    }

    private mutating func leaf(
        _ at: Point, _ long: Double, _ angle: Double, _ fat: Double, _ colour: Colour, vein: Colour? = nil
    ) {
        place(at, 1 / unit * long / 1000, turned: angle) { canvas in
            canvas.path(
                "M0 0C\(Int(250)) \(Int(-fat * 1000)) 750 \(Int(-fat * 800)) 1000 0C750 \(Int(fat * 800)) 250 \(Int(fat * 1000)) 0 0Z",
                fill: colour)
            if let vein { canvas.stroke("M40 0H930", vein, 14, 0.6) }
        }
    }

    private mutating func reeds() {
        let wet = scene.has("saltmarsh", "water", "eelgrass")
        if wet { water(from: height * 0.74, shine: width * 0.5, rough: 0.15) }
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            let colour = light.atDepth(0.25 + 0.75 * depth)
            for _ in 0..<(46 - layer * 8) {
                let root = Point(rng.double(-0.05...1.05) * width, height * (0.82 + 0.24 * depth))
                let high = rng.double(300...860) * unit * (0.5 + 0.55 * depth)
                let lean = rng.double(-0.1...0.34) * high
                let tip = root + Point(lean, -high)
                stroke(
                    Self.smoothPathData([root, root + Point(lean * 0.2, -high * 0.5), tip]), colour,
                    (2 + 5 * depth) * unit)
                if rng.chance(scene.has("eelgrass") ? 0 : 0.5) { plume(tip, 110 * unit * depth, colour) }
                leaf(root + Point(lean * 0.15, -high * 0.4), high * 0.4, -70 + rng.double(-20...50), 0.03, colour)
            }
        }
    }

    private mutating func plume(_ tip: Point, _ long: Double, _ colour: Colour) {
        for _ in 0..<22 {
            let share = rng.double(0...1)
            let from = tip + Point(0, long * (1 - share))
            line(from, from + Point(rng.double(6...40) * unit, -long * 0.3), colour, 2.4 * unit, 0.8)
        }
    }

    private mutating func ferns() {
        if scene.has("birch") {
            for _ in 0..<7 {
                let x = rng.double(0...1) * width
                let wide = rng.double(16...44) * unit
                rect(x, -10, wide, height, light.horizon.mixed(light.far, 0.2), 0.8)
                for _ in 0..<16 {
                    rect(x, rng.double(0...1) * height, wide * rng.double(0.2...0.7), 5 * unit, light.near, 0.7)
                }
            }
        }
        for layer in 0..<3 {
            let depth = Double(layer + 1) / 3
            for _ in 0..<(7 - layer) {
                let root = Point(rng.double(0...1) * width, height * 1.04)
                frond(
                    root, rng.double(460...950) * unit * (0.55 + 0.5 * depth), rng.double(-130...(-50)),
                    light.atDepth(0.3 + 0.7 * depth))
            }
        }
    }

    private mutating func frond(_ root: Point, _ long: Double, _ angle: Double, _ colour: Colour) {
        var at = root
        var way = angle
        let bend = rng.double(0.3...1.5) * (angle > -90 ? 1 : -1)
        for step in 0..<34 {
            let share = Double(step) / 34
            let to = at + Point(Angle.unitVector(way).x * long / 34, Angle.unitVector(way).y * long / 34)
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
        let from = Point(-20, height * rng.double(0.1...0.4))
        let end = Point(width * rng.double(0.8...1.02), height * rng.double(0.25...0.6))
        var points: [Point] = []
        for step in 0...7 {
            let share = Double(step) / 7
            points.append(from.towards(end, share) + Point(0, rng.double(-40...40) * unit))
        }
        stroke(Self.smoothPathData(points), colour, 26 * unit)
        for index in 1...7 {
            let at = points[index]
            for _ in 0..<4 {
                leaf(
                    at, rng.double(150...270) * unit, rng.double(-160...150), 0.2,
                    rng.chance(0.5) ? colour : light.atDepth(0.6), vein: light.far)
            }
            if index % 2 == 0 { hang(at) }
        }
        for _ in 0..<8 {
            leaf(
                Point(rng.double(0...1) * width, height * rng.double(0.85...1.1)), 320 * unit, rng.double(-150...(-30)),
                0.2, colour)
        }
    }

    private mutating func hang(_ at: Point) {
        let low = at + Point(rng.double(-30...30) * unit, rng.double(90...150) * unit)
        line(at, low, light.near, 7 * unit)
        place(low, 1.1) { canvas in
            canvas.path(
                "M0 -10C-50 30 -40 90 -78 150C-116 230 -60 290 0 288C64 290 118 232 80 150C44 90 50 30 0 -10Z",
                fill: canvas.accent.mixed(canvas.ink, 0.24))
            canvas.path(
                "M-30 60C-40 110 -86 160 -74 222C-60 262 -30 274 -8 270C-60 200 -30 120 -30 60Z", fill: canvas.paper,
                0.5
            )
        }
    }

    private mutating func oldTree() {
        let line = ridge(height * 0.88, 40 * unit, rough: 0.2)
        ground(ridge(height * 0.76, 50 * unit, rough: 0.2), light.atDepth(0.45))
        mist(height * 0.8, 90 * unit, 0.5)
        ground(line, light.near)
        oak(Point(width * rng.double(0.38...0.62), height * 0.91))
        grass(along: line, light.near, high: 60 * unit, number: 240)
    }

    private mutating func oak(_ root: Point) {
        let near = light.near
        path(
            "M\(root.x - 90 * unit) \(root.y + 20 * unit)C\(root.x - 40 * unit) \(root.y - 60 * unit) \(root.x - 44 * unit) \(root.y - 200 * unit) \(root.x - 60 * unit) \(root.y - 330 * unit)H\(root.x + 70 * unit)C\(root.x + 46 * unit) \(root.y - 200 * unit) \(root.x + 44 * unit) \(root.y - 60 * unit) \(root.x + 110 * unit) \(root.y + 20 * unit)Z",
            fill: near)
        let fork = root + Point(0, -320 * unit)
        for bough in 0..<9 {
            let way = Angle.unitVector(-176 + Double(bough) * 21.5)
            let reach = rng.double(250...400) * unit
            let end = fork + Point(way.x * reach * 1.25, way.y * reach - 20 * unit)
            let middle = fork.towards(end, 0.5) + Point(0, 34 * unit)
            stroke(Self.smoothPathData([fork, middle, end]), near, rng.double(16...40) * unit)
            for _ in 0..<14 {
                let at =
                    fork.towards(end, rng.double(0.5...1.2))
                    + Point(rng.double(-90...90) * unit, rng.double(-80...40) * unit)
                ellipse(at, rng.double(34...84) * unit, rng.double(24...52) * unit, near, 0.94)
            }
        }
        for _ in 0..<46 {
            let way = Angle.unitVector(rng.double(190...350))
            let at = fork + Point(way.x * rng.double(120...430) * unit, way.y * rng.double(140...390) * unit)
            ellipse(at, rng.double(14...40) * unit, rng.double(8...18) * unit, light.atDepth(0.55), 0.8)
        }
    }

    private mutating func rows() {
        let eye = Point(width * rng.double(0.4...0.6), height * 0.4)
        ground([Point(0, eye.y), Point(width, eye.y)], light.atDepth(0.35), to: light.atDepth(0.9))
        for row in -6...6 {
            for step in 0..<26 {
                let depth = Double(step * step) / 676
                let at = Point(
                    eye.x + Double(row) * (24 + 300 * depth) * unit, eye.y + (height - eye.y) * (0.02 + depth))
                for _ in 0..<4 {
                    leaf(
                        at, (16 + 130 * depth) * unit, rng.double(-170...(-10)), 0.24, light.atDepth(0.4 + 0.6 * depth))
                }
            }
        }
        place(Point(eye.x + 120 * unit, eye.y + 6 * unit), 0.4) { $0.mast($0.light.atDepth(0.8), light: $0.light.glow) }
    }

    private mutating func moths() {
        for _ in 0..<7 {
            let root = Point(rng.double(-0.05...1) * width, height * 1.04)
            frond(root, rng.double(600...1000) * unit, rng.double(-120...(-60)), light.near)
        }
        for _ in 0..<5 {
            let at = Point(width * rng.double(0.1...0.9), height * rng.double(0.4...0.85))
            for petal in 0..<9 {
                let way = Double(petal) * 20 - 170
                let tip = at + Point(Angle.unitVector(way).x * 130 * unit, Angle.unitVector(way).y * 130 * unit)
                stroke(
                    Self.smoothPathData([at, at.towards(tip, 0.6) + Point(8, -12), tip]), paper.mixed(accent, 0.3),
                    15 * unit)
                circle(tip, 6 * unit, accent)
            }
        }
        for _ in 0..<rng.int(4...6) {
            place(
                Point(rng.double(0.1...0.9) * width, rng.double(0.1...0.7) * height), rng.double(0.35...1),
                turned: rng.double(-50...50)
            ) { canvas in
                let wing = canvas.paper.mixed(canvas.accent, 0.4)
                for side in ["", "scale(-1 1)"] {
                    canvas.group(side) {
                        $0.path("M8 -20C60 -120 190 -130 214 -84C196 -10 110 20 10 10Z", fill: wing)
                        $0.path("M8 6C80 16 130 50 116 96C70 118 20 70 6 20Z", fill: wing.mixed($0.ink, 0.2))
                        $0.circle(Point(130, -66), 18, $0.ink, 0.8)
                        $0.stroke("M4 -46C14 -84 34 -96 50 -104", $0.paper, 4)
                    }
                }
                canvas.ellipse(Point(0, 0), 14, 56, canvas.ink)
            }
        }
    }
}
