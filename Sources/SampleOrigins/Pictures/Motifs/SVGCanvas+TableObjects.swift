/// Things for a table, each standing on its origin, in thousandths of the sheet (see `place`).
extension SVGCanvas {
    /// A body with its light on the left and its shadow on the right.
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
                        $0.second.mixed($0.paper, $0.rng.double(0...0.3)))
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
                    canvas.second.mixed(canvas.paper, 0.3))
            }
        )
    }

    func onion() -> StillLifeObject {
        (
            180,
            { canvas in
                canvas.body(
                    "M0 -190C-14 -150 -100 -136 -104 -64C-104 -8 -50 12 0 10C52 12 104 -8 104 -64C100 -136 14 -150 0 -190Z",
                    canvas.paper.mixed(canvas.second, 0.3))
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
                canvas.ellipse(Point(0, -16), 300, 46, canvas.scene.has("blue") ? canvas.second : canvas.paper)
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
                    canvas.second.mixed(canvas.ink, 0.25))
                for x in [-80.0, 0, 80] {
                    canvas.stroke("M\(x - 26) -160C\(x) -130 \(x + 6) -90 \(x - 6) -50", canvas.paper, 11, 0.65)
                }
            }
        )
    }

    func teapot() -> StillLifeObject {
        (
            430,
            { canvas in
                canvas.stroke("M130 -180C230 -210 240 -60 120 -60", canvas.ink.mixed(canvas.second, 0.3), 26)
                canvas.path(
                    "M-120 -90C-190 -90 -190 -170 -240 -200L-212 -222C-160 -190 -150 -170 -110 -160Z",
                    fill: canvas.ink.mixed(canvas.second, 0.3))
                canvas.body(
                    "M-140 -110C-150 -220 -70 -240 0 -240C72 -240 152 -220 142 -110C136 -20 70 6 0 6C-70 6 -134 -20 -140 -110Z",
                    canvas.ink.mixed(canvas.second, 0.5))
                canvas.ellipse(Point(0, -238), 74, 15, canvas.ink)
                canvas.circle(Point(0, -266), 19, canvas.ink)
                canvas.steam(Point(-226, -230))
            }
        )
    }

    /// Rising steam.
    mutating func steam(_ from: Point) {
        for thread in 0..<4 {
            let x = from.x + Double(thread) * 22 - 30
            let bend = rng.double(-40...40)
            stroke(
                "M\(x) \(from.y)C\(x + bend) \(from.y - 90) \(x - bend) \(from.y - 180) \(x + bend * 1.4) \(from.y - 290)",
                paper, 9, 0.3)
        }
    }

    func cup() -> StillLifeObject {
        (
            200,
            { canvas in
                canvas.ellipse(Point(0, 0), 120, 20, canvas.paper)
                canvas.stroke("M74 -96C130 -110 130 -30 62 -34", canvas.paper, 14)
                canvas.body(
                    "M-80 -120H80C80 -40 50 0 0 0C-50 0 -80 -40 -80 -120Z", canvas.paper.mixed(canvas.second, 0.15))
                canvas.ellipse(Point(0, -120), 80, 15, canvas.ink)
            }
        )
    }

    func casserole() -> StillLifeObject {
        (
            480,
            { canvas in
                for x in [-230.0, 230] {
                    canvas.stroke(
                        "M\(x * 0.86) -150C\(x * 1.16) -160 \(x * 1.16) -100 \(x * 0.86) -104", canvas.ink, 24)
                }
                canvas.body(
                    "M-210 -180H210V-50C200 0 120 8 0 8C-120 8 -200 0 -210 -50Z", canvas.second.mixed(canvas.ink, 0.3))
                canvas.ellipse(Point(0, -180), 210, 34, canvas.ink)
                canvas.ellipse(Point(0, -176), 186, 24, canvas.second.mixed(canvas.paper, 0.35))
                for _ in 0..<14 {
                    canvas.circle(
                        Point(canvas.rng.double(-150...150), canvas.rng.double(-188...(-164))),
                        canvas.rng.double(7...16),
                        canvas.ink, 0.6)
                }
                canvas.steam(Point(0, -210))
            }
        )
    }

    func jug() -> StillLifeObject {
        (
            260,
            { canvas in
                let tone =
                    canvas.rng.chance(0.5)
                    ? canvas.paper.mixed(canvas.second, 0.2) : canvas.second.mixed(canvas.ink, 0.2)
                canvas.stroke("M84 -300C200 -310 190 -110 84 -110", tone.mixed(canvas.ink, 0.3), 24)
                canvas.body(
                    "M-84 -360L84 -352C70 -290 120 -200 110 -100C104 -10 60 4 0 4C-60 4 -104 -10 -110 -100C-120 -200 -66 -280 -84 -360Z",
                    tone)
                canvas.ellipse(Point(0, -356), 84, 17, canvas.ink)
            }
        )
    }

    func glass() -> StillLifeObject {
        (
            130,
            { canvas in
                canvas.path("M-52 -190H52L40 0H-40Z", fill: canvas.paper, 0.4)
                canvas.path("M-48 -116H48L40 -4H-40Z", fill: canvas.second, 0.85)
                canvas.ellipse(Point(0, -116), 48, 9, canvas.second.mixed(canvas.paper, 0.5))
                canvas.line(Point(-38, -180), Point(-30, -16), canvas.paper, 7, 0.9)
                canvas.ellipse(Point(0, -190), 52, 9, canvas.paper, 0.6)
            }
        )
    }

    func jar() -> StillLifeObject {
        (
            200,
            { canvas in
                canvas.body(
                    "M-86 -220C-90 -240 90 -240 86 -220L94 -20C90 6 -90 6 -94 -20Z",
                    canvas.second.mixed(canvas.ink, 0.2))
                canvas.rect(-78, -268, 156, 44, canvas.paper, round: 8)
                canvas.rect(-60, -160, 120, 84, canvas.paper, 0.92)
                for y in [-136.0, -114, -94] {
                    canvas.line(Point(-40, y), Point(canvas.rng.double(0...40), y), canvas.ink, 4)
                }
            }
        )
    }

    func sprig() -> StillLifeObject {
        (
            240,
            { canvas in
                canvas.path("M-60 -170H60L52 0H-52Z", fill: canvas.paper, 0.5)
                canvas.path("M-56 -110H56L52 -2H-52Z", fill: canvas.second, 0.4)
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
                                canvas.second.mixed(canvas.paper, 0.2))
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
                for place in 0..<canvas.rng.int(3...5) {
                    let high = canvas.rng.double(38...66)
                    let wide = canvas.rng.double(250...340)
                    let x = -wide / 2 + canvas.rng.double(-26...26)
                    let cover = [
                        canvas.second, canvas.ink.mixed(canvas.second, 0.4), canvas.ink.mixed(canvas.paper, 0.3),
                        canvas.paper.mixed(canvas.second, 0.3),
                    ][place % 4]
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
                let brass = canvas.second.mixed(canvas.ink, 0.15)
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
                canvas.stroke("M190 -10C150 -120 290 -120 256 -10", canvas.second, 34)
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
                            x, y - 108, 98, 108, canvas.second.mixed(canvas.ink, canvas.rng.double(0.05...0.4)),
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
                        row % 2 == 0 ? canvas.second.mixed(canvas.ink, 0.3) : canvas.paper.mixed(canvas.second, 0.3))
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
                canvas.line(Point(-120, -4), Point(60, -370), canvas.second.mixed(canvas.ink, 0.25), 30)
                canvas.path("M10 -400L110 -350L150 -420L60 -470Z", fill: canvas.ink)
                canvas.line(Point(120, -4), Point(30, -330), canvas.ink.mixed(canvas.paper, 0.4), 15)
                canvas.body("M-40 0V-120H120V0Z", canvas.paper.mixed(canvas.second, 0.3))
                for x in [-20.0, 20, 60] {
                    canvas.line(
                        Point(x, -120), Point(x + canvas.rng.double(-20...20), -300),
                        canvas.ink.mixed(canvas.second, canvas.rng.double(0...0.6)), 13)
                }
            }
        )
    }

    func bottle() -> StillLifeObject {
        (
            150,
            { canvas in
                canvas.body(
                    "M-26 -400H26V-300C30 -260 70 -250 70 -200V-14C70 4 -70 4 -70 -14V-200C-70 -250 -30 -260 -26 -300Z",
                    canvas.ink.mixed(canvas.second, 0.35))
                canvas.rect(-30, -430, 60, 40, canvas.second.mixed(canvas.paper, 0.2))
                canvas.rect(-56, -160, 112, 90, canvas.paper, 0.85)
            }
        )
    }

    func smallPot() -> StillLifeObject {
        (
            180,
            { canvas in
                canvas.body("M-80 -130C-84 -150 84 -150 80 -130L66 0H-66Z", canvas.second.mixed(canvas.paper, 0.2))
                for _ in 0..<9 {
                    canvas.stroke(
                        "M0 -130C\(canvas.rng.double(-60...60)) -200 \(canvas.rng.double(-90...90)) -240 \(canvas.rng.double(-150...150)) \(canvas.rng.double(-330...(-220)))",
                        canvas.ink, 6)
                }
            }
        )
    }

    func fruitBowl() -> StillLifeObject {
        (
            440,
            { canvas in
                for place in 0..<6 {
                    canvas.circle(
                        Point(-130 + Double(place % 3) * 130, -140 - Double(place / 3) * 90), 80,
                        canvas.second.mixed(canvas.paper, Double(place) / 9))
                }
                canvas.body(
                    "M-220 -140H220C210 -40 110 4 0 4C-110 4 -210 -40 -220 -140Z", canvas.paper.mixed(canvas.ink, 0.12))
            }
        )
    }
}
