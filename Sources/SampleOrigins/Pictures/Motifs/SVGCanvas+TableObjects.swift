/// The objects of a still life. Each stands on the origin, in thousandths of the shorter side (see `place`).
extension SVGCanvas {
    mutating func body(_ d: String, _ colour: Colour) {
        path(d, fill: colour)
        let held = clipPath(d)
        let shade = linearGradient(
            [(0, paper, 0.55), (0.3, paper, 0), (0.55, ink, 0.1), (1, ink.darkened(0.4), 0.75)], to: Point(1, 0.2))
        add("<path d=\"\(d)\" fill=\"\(shade)\" clip-path=\"url(#\(held))\"/>")
    }

    func pear() -> StillLifeObject {
        (
            190,
            { canvas in
                canvas.group("rotate(\(Int(canvas.rng.double(-12...12))))") {
                    $0.body(
                        "M-6 -250C-58 -250 -52 -180 -84 -130C-128 -50 -84 12 2 10C88 12 126 -50 84 -130C54 -180 52 -250 -6 -250Z",
                        $0.accent.mixed($0.paper, $0.rng.double(0...0.3)))
                    $0.stroke("M-4 -248C-2 -280 8 -292 22 -304", $0.ink, 10)
                }
            }
        )
    }

    func lemon() -> StillLifeObject {
        (
            170,
            { canvas in
                canvas.body(
                    "M-96 -66C-88 -130 -20 -152 40 -130C70 -124 88 -96 108 -78C98 -60 88 -10 30 2C-30 16 -84 -10 -96 -66Z",
                    canvas.accent.mixed(canvas.paper, 0.3))
            }
        )
    }

    func onion() -> StillLifeObject {
        (
            180,
            { canvas in
                canvas.body(
                    "M0 -190C-14 -150 -100 -136 -104 -64C-104 -8 -50 12 0 10C52 12 104 -8 104 -64C100 -136 14 -150 0 -190Z",
                    canvas.paper.mixed(canvas.accent, 0.3))
                for x in [-50.0, -18, 20, 54] {
                    canvas.stroke("M0 -160C\(x) -120 \(x * 1.3) -40 \(x * 0.5) 4", canvas.ink, 3, 0.5)
                }
            }
        )
    }

    func fish() -> StillLifeObject {
        (
            470,
            { canvas in
                canvas.ellipse(Point(0, -16), 300, 46, canvas.scene.has("blue") ? canvas.accent : canvas.paper)
                canvas.ellipse(Point(0, -22), 256, 32, canvas.ink, 0.24)
                for row in 0..<max(1, canvas.rng.int(1...2)) {
                    let y = -40.0 - Double(row) * 34
                    canvas.path(
                        "M-240 \(y)C-150 \(y - 66) 60 \(y - 60) 170 \(y - 8)L236 \(y - 46)L224 \(y + 4)L240 \(y + 40)L168 \(y + 8)C60 \(y + 44) -150 \(y + 44) -240 \(y)Z",
                        fill: canvas.ink.mixed(canvas.paper, 0.5))
                    canvas.path(
                        "M-236 \(y - 4)C-150 \(y - 64) 60 \(y - 58) 170 \(y - 8)C60 \(y - 26) -120 \(y - 26) -236 \(y - 4)Z",
                        fill: canvas.ink)
                    canvas.circle(Point(-196, y - 8), 10, canvas.paper)
                    canvas.circle(Point(-196, y - 8), 5, canvas.ink)
                    for scale in 0..<15 {
                        canvas.stroke("M\(-140 + scale * 18) \(y - 16)c10 10 10 22 0 30", canvas.paper, 2.5, 0.6)
                    }
                }
            }
        )
    }

    func loaf() -> StillLifeObject {
        (
            330,
            { canvas in
                canvas.ellipse(Point(0, 0), 190, 26, canvas.paper)
                canvas.body(
                    "M-160 -10C-186 -150 -90 -190 0 -190C92 -190 186 -150 160 -10C80 14 -80 14 -160 -10Z",
                    canvas.accent.mixed(canvas.ink, 0.25))
                for x in [-80.0, 0, 80] {
                    canvas.stroke("M\(x - 26) -160C\(x) -130 \(x + 6) -90 \(x - 6) -50", canvas.paper, 11, 0.65)
                }
            }
        )
    }

    func sprig() -> StillLifeObject {
        (
            240,
            { canvas in
                canvas.path("M-60 -170H60L52 0H-52Z", fill: canvas.paper, 0.5)
                canvas.path("M-56 -110H56L52 -2H-52Z", fill: canvas.accent, 0.4)
                for _ in 0..<7 {
                    let tip = Point(canvas.rng.double(-170...170), canvas.rng.double(-560...(-380)))
                    canvas.stroke(
                        SVGCanvas.smoothPathData([Point(0, -20), Point(tip.x * 0.3, -230), tip]), canvas.ink, 7)
                    for step in 0..<9 {
                        let at = Point(tip.x * 0.3, -230).towards(tip, Double(step) / 9)
                        canvas.line(
                            at, at + Point(canvas.rng.double(-34...34), canvas.rng.double(-40...6)), canvas.ink, 4)
                        if step > 3 {
                            canvas.ellipse(
                                at + Point(canvas.rng.double(-20...20), -8), 15, 11,
                                canvas.accent.mixed(canvas.paper, 0.2))
                        }
                    }
                }
            }
        )
    }

    func bookPile() -> StillLifeObject {
        (
            360,
            { canvas in
                var y = 0.0
                for index in 0..<canvas.rng.int(3...5) {
                    let high = canvas.rng.double(38...66)
                    let wide = canvas.rng.double(250...340)
                    let x = -wide / 2 + canvas.rng.double(-26...26)
                    let cover = [
                        canvas.accent, canvas.ink.mixed(canvas.accent, 0.4), canvas.ink.mixed(canvas.paper, 0.3),
                        canvas.paper.mixed(canvas.accent, 0.3),
                    ][index % 4]
                    canvas.rect(x, y - high, wide, high, cover, round: 5)
                    canvas.rect(x + 26, y - high + 7, wide - 20, high - 14, canvas.paper)
                    for line in 0..<4 {
                        canvas.line(
                            Point(x + 30, y - high + 12 + Double(line) * high / 5),
                            Point(x + wide, y - high + 12 + Double(line) * high / 5), canvas.ink, 1.6, 0.4)
                    }
                    canvas.rect(x, y - high, 40, high, cover.mixed(canvas.ink, 0.2), round: 5)
                    y -= high
                }
                guard canvas.rng.chance(0.5) else { return }
                canvas.polygon([Point(-150, y), Point(0, y - 34), Point(0, y - 4)], canvas.paper)
                canvas.polygon([Point(150, y), Point(0, y - 34), Point(0, y - 4)], canvas.paper.mixed(canvas.ink, 0.2))
            }
        )
    }

    func scales() -> StillLifeObject {
        (
            420,
            { canvas in
                let brass = canvas.accent.mixed(canvas.ink, 0.15)
                canvas.body("M-90 4C-80 -40 80 -40 90 4Z", brass)
                canvas.line(Point(0, -20), Point(0, -430), brass, 17)
                canvas.line(Point(-190, -400), Point(190, -436), brass, 13)
                canvas.circle(Point(0, -440), 18, canvas.paper)
                for (x, y) in [(-186.0, -400.0), (186, -436)] {
                    canvas.polyline([Point(x - 84, y + 240), Point(x, y), Point(x + 84, y + 240)], brass, 4)
                    canvas.path(
                        "M\(x - 96) \(y + 240)H\(x + 96)C\(x + 70) \(y + 296) \(x - 70) \(y + 296) \(x - 96) \(y + 240)Z",
                        fill: brass)
                    canvas.line(Point(x - 90, y + 243), Point(x + 30, y + 243), canvas.paper, 6, 0.7)
                }
            }
        )
    }

    func stone() -> StillLifeObject {
        (
            300,
            { canvas in
                canvas.body(
                    "M-150 -10C-170 -90 -110 -170 -40 -190C30 -210 110 -160 140 -90C160 -40 140 4 60 8C-40 12 -130 14 -150 -10Z",
                    canvas.ink.darkened(0.3))
                for _ in 0..<24 {
                    canvas.circle(
                        Point(canvas.rng.double(-110...100), canvas.rng.double(-150...(-16))), canvas.rng.double(2...6),
                        canvas.paper, 0.5)
                }
                canvas.stroke("M190 -10C150 -120 290 -120 256 -10", canvas.accent, 34)
            }
        )
    }

    func blocks() -> StillLifeObject {
        (
            460,
            { canvas in
                for row in 0..<2 {
                    for column in 0..<(4 - row) {
                        let x = -210 + Double(column) * 106 + Double(row) * 50
                        let y = -Double(row) * 112
                        canvas.rect(
                            x, y - 108, 98, 108, canvas.accent.mixed(canvas.ink, canvas.rng.double(0.05...0.4)),
                            round: 4)
                        canvas.rect(x + 8, y - 100, 82, 92, canvas.ink, 0.24)
                        let glyphs = [
                            "M20 80L49 16L78 80M32 56H66", "M24 16V80H74", "M22 80V16L76 80V16", "M26 16H72M49 16V80",
                            "M72 26C20 4 20 92 72 70", "M24 16V80M24 48H72M72 16V80", "M22 16L49 80L76 16",
                        ]
                        canvas.group("translate(\(Int(x)) \(Int(y - 104)))") {
                            $0.stroke($0.rng.pick(glyphs), $0.paper, 15)
                        }
                    }
                }
            }
        )
    }

    func tins() -> StillLifeObject {
        (
            250,
            { canvas in
                for row in 0..<canvas.rng.int(1...3) {
                    let y = -Double(row) * 108
                    let wide = canvas.rng.double(190...240)
                    canvas.body(
                        "M\(-wide / 2) \(y)V\(y - 100)H\(wide / 2)V\(y)Z",
                        row % 2 == 0 ? canvas.accent.mixed(canvas.ink, 0.3) : canvas.paper.mixed(canvas.accent, 0.3))
                    canvas.rect(-wide / 2, y - 106, wide, 17, canvas.ink)
                    canvas.rect(-50, y - 70, 100, 40, canvas.paper, 0.9)
                    canvas.line(Point(-34, y - 50), Point(26, y - 50), canvas.ink, 4)
                }
            }
        )
    }

    func tools() -> StillLifeObject {
        (
            320,
            { canvas in
                canvas.line(Point(-120, -4), Point(60, -370), canvas.accent.mixed(canvas.ink, 0.25), 30)
                canvas.path("M10 -400L110 -350L150 -420L60 -470Z", fill: canvas.ink)
                canvas.line(Point(120, -4), Point(30, -330), canvas.ink.mixed(canvas.paper, 0.4), 15)
                canvas.body("M-40 0V-120H120V0Z", canvas.paper.mixed(canvas.accent, 0.3))
                for x in [-20.0, 20, 60] {
                    canvas.line(
                        Point(x, -120), Point(x + canvas.rng.double(-20...20), -300),
                        canvas.ink.mixed(canvas.accent, canvas.rng.double(0...0.6)), 13)
                }
            }
        )
    }
}
