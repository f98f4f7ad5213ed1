extension SVGCanvas {
    mutating func drawMachine() {
        workshop()
        switch true {
        case scene.has("horn"): horn()
        case scene.has("tape", "reel"): reels()
        case scene.has("relay", "switch"): relayPanel()
        case scene.has("cabinet", "rack"): racks()
        case scene.has("gasholder"): gasworks()
        case scene.has("telescope", "dome", "mirror"): telescope()
        case scene.has("circuit", "board", "chip"): circuit()
        case scene.has("drum", "steam"): drum()
        case scene.has("wheel", "planet", "gear", "clock"): gears()
        default:
            switch rng.int(0...4) {
            case 4: relayPanel()
            case 0: gears()
            case 1: drum()
            case 2: racks()
            default: circuit()
            }
        }
    }

    var metal: Colour { accent.mixed(ink, 0.2) }

    private mutating func workshop() {
        rect(
            0, 0, width, height,
            linearGradient(
                [(0, light.top, 1), (0.6, light.middle.mixed(ink, 0.35), 1), (1, light.near, 1)],
                from: Point(rng.double(0...1), 0), to: Point(0.5, 1)))
        glow(Point(width * rng.double(0.3...0.75), height * rng.double(0.16...0.4)), 900 * unit, light.glow, 0.6)
    }

    private func ring(_ at: Point, _ radius: Double) -> String {
        "M\(at.x - radius) \(at.y)a\(radius) \(radius) 0 1 0 \(radius * 2) 0a\(radius) \(radius) 0 1 0 \(-radius * 2) 0Z"
    }

    private mutating func gear(_ at: Point, _ radius: Double, teeth: Int, _ colour: Colour, turned: Double) {
        var points: [Point] = []
        for tooth in 0..<teeth * 4 {
            let way = Angle.unitVector(Double(tooth) * 90 / Double(teeth) + turned)
            let reach = tooth % 4 < 2 ? radius : radius * 0.9
            points.append(at + Point(way.x * reach, way.y * reach))
        }
        polygon(points.map { $0 + Point(20 * unit, 26 * unit) }, ink.darkened(0.7), 0.5)
        add(
            "<path fill-rule=\"evenodd\" d=\"\(Self.pathData(points))Z\(ring(at, radius * 0.7))\" fill=\"\(colour.css)\"/>"
        )
        for spoke in 0..<(teeth > 30 ? 6 : 5) {
            let way = Angle.unitVector(Double(spoke) * 360 / Double(teeth > 30 ? 6 : 5) + turned)
            line(at, at + Point(way.x * radius * 0.74, way.y * radius * 0.74), colour, radius * 0.09)
        }
        circle(at, radius * 0.2, colour)
        stroke(ring(at, radius * 0.84), paper, 3 * unit, 0.35)
        stroke(
            "M\(at.x - radius * 0.7) \(at.y)A\(radius * 0.7) \(radius * 0.7) 0 0 1 \(at.x) \(at.y - radius * 0.7)",
            ink.darkened(0.5), 7 * unit, 0.6)
        stroke(
            "M\(at.x - radius * 0.79) \(at.y - radius * 0.1)A\(radius * 0.8) \(radius * 0.8) 0 0 1 \(at.x - radius * 0.1) \(at.y - radius * 0.79)",
            paper, 9 * unit, 0.85)
        circle(at, radius * 0.08, ink.darkened(0.6))
    }

    private mutating func gears() {
        let first = Point(width * rng.double(0.3...0.42), height * rng.double(0.5...0.62))
        let big = rng.double(330...420) * unit
        gear(Point(width * 0.86, height * 0.2), 260 * unit, teeth: 30, light.atDepth(0.75), turned: 3)
        gear(Point(width * 0.08, height * 0.08), 230 * unit, teeth: 26, light.atDepth(0.8), turned: 8)
        gear(first, big, teeth: 42, metal, turned: rng.double(0...9))
        let way = Angle.unitVector(rng.double(-30...20))
        let small = big * rng.double(0.42...0.6)
        gear(
            first + Point(way.x * (big + small * 0.94), way.y * (big + small * 0.94)), small, teeth: 22,
            metal.mixed(paper, 0.3), turned: 4)
        let other = Angle.unitVector(rng.double(62...100))
        gear(
            first + Point(other.x * (big * 1.34), other.y * big * 1.34), big * 0.36, teeth: 16, metal.mixed(ink, 0.4),
            turned: 2)
        if scene.has("planet") {
            for arm in 0..<5 {
                let way = Angle.unitVector(Double(arm) * 71 + 20)
                let reach = (150 + 66 * Double(arm)) * unit
                line(first, first + Point(way.x * reach, way.y * reach), paper, 6 * unit)
                circle(
                    first + Point(way.x * reach, way.y * reach), (18 + 7 * Double(arm)) * unit,
                    arm % 2 == 0 ? paper : accent)
            }
        }
    }

    private mutating func horn() {
        let y = height * 0.9
        water(from: height * 0.62, shine: width * 0.7, rough: 0.3)
        ground(ridge(y - 20 * unit, 30 * unit, rough: 0.4), light.near)
        place(Point(width * 0.36, y), width > height ? 1.25 : 1) { canvas in
            canvas.rect(-150, -110, 220, 130, canvas.light.near)
            canvas.rect(-130, -250, 90, 150, canvas.light.near)
            canvas.path(
                "M-120 -300C40 -310 160 -330 250 -420C330 -500 380 -540 420 -560L420 -90C380 -120 330 -160 250 -210C160 -270 40 -260 -120 -258Z",
                fill: canvas.metal)
            canvas.path(
                "M-120 -300C40 -310 160 -330 250 -420C330 -500 380 -540 420 -560L418 -500C330 -440 220 -340 -120 -288Z",
                fill: canvas.paper, 0.65)
            canvas.ellipse(Point(420, -325), 60, 236, canvas.metal)
            canvas.ellipse(Point(428, -325), 42, 204, canvas.ink.darkened(0.6))
            canvas.stroke("M420 -560C460 -540 482 -420 480 -325", canvas.paper, 8, 0.9)
        }
    }

    private mutating func reels() {
        rect(0, height * 0.74, width, height, ink.darkened(0.5))
        rect(width * 0.1, height * 0.1, width * 0.8, height * 0.78, light.near.mixed(accent, 0.16), round: 30 * unit)
        rect(width * 0.1, height * 0.1, width * 0.8, 12 * unit, paper, 0.5, round: 6 * unit)
        for side in [0.31, 0.69] {
            let at = Point(width * side, height * 0.42)
            let radius = 250 * unit
            circle(at + Point(12 * unit, 16 * unit), radius, ink.darkened(0.7), 0.6)
            circle(at, radius, metal.mixed(paper, 0.25))
            circle(at, radius * (side < 0.5 ? 0.84 : 0.62), ink.mixed(accent, 0.2))
            for groove in 0..<12 { stroke(ring(at, radius * (0.34 + 0.04 * Double(groove))), accent, 1.6 * unit, 0.25) }
            for hole in 0..<3 {
                let way = Angle.unitVector(Double(hole) * 120 + rng.double(0...30))
                ellipse(
                    at + Point(way.x * radius * 0.55, way.y * radius * 0.55), radius * 0.22, radius * 0.16, light.near,
                    0.9, turned: Double(hole) * 120)
            }
            circle(at, radius * 0.25, paper)
            circle(at, radius * 0.07, ink)
            stroke(
                "M\(at.x - radius * 0.94) \(at.y - radius * 0.1)A\(radius) \(radius) 0 0 1 \(at.x - radius * 0.1) \(at.y - radius * 0.94)",
                paper, 8 * unit, 0.8)
        }
        line(Point(width * 0.2, height * 0.6), Point(width * 0.44, height * 0.72), accent, 7 * unit)
        line(Point(width * 0.8, height * 0.6), Point(width * 0.56, height * 0.72), accent, 7 * unit)
        rect(width * 0.42, height * 0.68, width * 0.16, height * 0.09, ink.darkened(0.4), round: 8 * unit)
        for meter in 0..<2 {
            let x = width * (0.16 + 0.58 * Double(meter))
            rect(x, height * 0.74, 150 * unit, 96 * unit, paper, round: 8 * unit)
            line(
                Point(x + 75 * unit, height * 0.74 + 90 * unit),
                Point(x + rng.double(30...120) * unit, height * 0.74 + 22 * unit), ink, 5 * unit)
        }
        for knob in 0..<5 {
            circle(Point(width * (0.36 + 0.07 * Double(knob)), height * 0.82), 26 * unit, paper.mixed(ink, 0.2))
        }
    }

    private mutating func gasworks() {
        sky(horizon: 0.8)
        stars(120, above: height * 0.6)
        let y = height * 0.86
        houses(y, high: 100 * unit, light.atDepth(0.5), windows: light.glow, litShare: 0.3)
        glow(Point(width * 0.5, y), 640 * unit, light.glow, 0.6)
        place(Point(width * 0.46, y), 1.45) { $0.gasholder($0.light.near, bell: $0.light.atDepth(0.55)) }
        rect(0, y, width, height, light.near)
        for side in [0.12, 0.86] {
            place(Point(width * side, height * 0.96), 1) { $0.lampPost($0.light.near, light: $0.light.glow) }
        }
    }

    private mutating func telescope() {
        rect(0, height * 0.82, width, height, light.near)
        place(Point(width * 0.5, height * 0.86), 1.3) { canvas in
            canvas.path("M-420 0V-180C-420 -560 420 -560 420 -180V0Z", fill: canvas.paper.mixed(canvas.light.far, 0.15))
            canvas.path(
                "M100 -440C300 -400 420 -300 420 -180V0H250C300 -200 240 -360 100 -440Z", fill: canvas.ink, 0.34)
            canvas.path("M-110 -466C-60 -480 40 -480 90 -466L70 -60H-90Z", fill: canvas.ink.darkened(0.6))
            for rib in 0..<6 {
                canvas.stroke(
                    "M\(-400 + rib * 56) -100C\(-330 + rib * 40) -330 \(-200 + rib * 24) -420 -110 -466", canvas.ink, 3,
                    0.4)
            }
            canvas.line(Point(-60, -130), Point(60, -400), canvas.metal, 54)
            canvas.line(Point(-76, -140), Point(44, -410), canvas.paper, 8, 0.8)
            canvas.ellipse(Point(-8, -40), 110, 30, canvas.accent.mixed(canvas.paper, 0.4))
            canvas.rect(-440, -24, 880, 40, canvas.light.near)
        }
        if scene.has("crane") { place(Point(width * 0.14, height * 0.86), 1.1) { $0.towerCrane($0.light.near) } }
        place(Point(width * 0.8, height * 0.94), 0.44) { $0.walker($0.light.near, umbrella: false) }
    }

    private mutating func drum() {
        rect(0, height * 0.8, width, height, light.near)
        let at = Point(width * rng.double(0.4...0.6), height * 0.48)
        let radius = 360 * unit
        for ringNumber in (0..<9).reversed() {
            let shift = Double(ringNumber) * 54 * unit
            circle(
                at + Point(shift, -shift * 0.16), radius,
                ringNumber % 2 == 0 ? metal.mixed(ink, 0.45) : metal.mixed(ink, 0.6))
            stroke(ring(at + Point(shift, -shift * 0.16), radius), paper, 2.5 * unit, 0.22)
        }
        circle(at, radius, metal)
        stroke(ring(at, radius * 0.95), paper, 12 * unit, 0.5)
        circle(at, radius * 0.72, ink.darkened(0.5))
        glow(at, radius * 0.8, light.glow, 0.9)
        for bolt in 0..<20 {
            let way = Angle.unitVector(Double(bolt) * 18)
            circle(at + Point(way.x * radius * 0.84, way.y * radius * 0.84), 13 * unit, ink.darkened(0.3))
        }
        for spoke in 0..<6 {
            let way = Angle.unitVector(Double(spoke) * 60 + 12)
            line(at, at + Point(way.x * radius * 0.74, way.y * radius * 0.74), metal.mixed(ink, 0.2), 30 * unit)
        }
        circle(at, radius * 0.17, metal.mixed(paper, 0.3))
        for side in [-0.6, 0.6] { circle(Point(at.x + radius * side, height * 0.84), 66 * unit, light.atDepth(0.6)) }
        place(Point(width * 0.12, height * 0.96), 0.86) { $0.walker($0.light.near, umbrella: false) }
        group(blur: 26 * unit) { canvas in
            for _ in 0..<13 {
                canvas.circle(
                    Point(canvas.rng.double(0.1...0.9) * canvas.width, canvas.rng.double(0...0.34) * canvas.height),
                    canvas.rng.double(60...170) * canvas.unit, canvas.paper, canvas.rng.double(0.08...0.3))
            }
        }
    }
}
