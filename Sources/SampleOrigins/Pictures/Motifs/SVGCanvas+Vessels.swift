/// The vessels of a still life. Each stands on the origin, in thousandths of the shorter side (see `place`).
extension SVGCanvas {
    func teapot() -> StillLifeObject {
        (
            430,
            { canvas in
                canvas.stroke("M130 -180C230 -210 240 -60 120 -60", canvas.ink.mixed(canvas.accent, 0.3), 26)
                canvas.path(
                    "M-120 -90C-190 -90 -190 -170 -240 -200L-212 -222C-160 -190 -150 -170 -110 -160Z",
                    fill: canvas.ink.mixed(canvas.accent, 0.3))
                canvas.body(
                    "M-140 -110C-150 -220 -70 -240 0 -240C72 -240 152 -220 142 -110C136 -20 70 6 0 6C-70 6 -134 -20 -140 -110Z",
                    canvas.ink.mixed(canvas.accent, 0.5))
                canvas.ellipse(Point(0, -238), 74, 15, canvas.ink)
                canvas.circle(Point(0, -266), 19, canvas.ink)
                canvas.steam(Point(-226, -230))
            }
        )
    }

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
                    "M-80 -120H80C80 -40 50 0 0 0C-50 0 -80 -40 -80 -120Z", canvas.paper.mixed(canvas.accent, 0.15))
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
                    "M-210 -180H210V-50C200 0 120 8 0 8C-120 8 -200 0 -210 -50Z", canvas.accent.mixed(canvas.ink, 0.3))
                canvas.ellipse(Point(0, -180), 210, 34, canvas.ink)
                canvas.ellipse(Point(0, -176), 186, 24, canvas.accent.mixed(canvas.paper, 0.35))
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
                    ? canvas.paper.mixed(canvas.accent, 0.2) : canvas.accent.mixed(canvas.ink, 0.2)
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
                canvas.path("M-48 -116H48L40 -4H-40Z", fill: canvas.accent, 0.85)
                canvas.ellipse(Point(0, -116), 48, 9, canvas.accent.mixed(canvas.paper, 0.5))
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
                    canvas.accent.mixed(canvas.ink, 0.2))
                canvas.rect(-78, -268, 156, 44, canvas.paper, round: 8)
                canvas.rect(-60, -160, 120, 84, canvas.paper, 0.92)
                for y in [-136.0, -114, -94] {
                    canvas.line(Point(-40, y), Point(canvas.rng.double(0...40), y), canvas.ink, 4)
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
                    canvas.ink.mixed(canvas.accent, 0.35))
                canvas.rect(-30, -430, 60, 40, canvas.accent.mixed(canvas.paper, 0.2))
                canvas.rect(-56, -160, 112, 90, canvas.paper, 0.85)
            }
        )
    }

    func smallPot() -> StillLifeObject {
        (
            180,
            { canvas in
                canvas.body("M-80 -130C-84 -150 84 -150 80 -130L66 0H-66Z", canvas.accent.mixed(canvas.paper, 0.2))
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
                for index in 0..<6 {
                    canvas.circle(
                        Point(-130 + Double(index % 3) * 130, -140 - Double(index / 3) * 90), 80,
                        canvas.accent.mixed(canvas.paper, Double(index) / 9))
                }
                canvas.body(
                    "M-220 -140H220C210 -40 110 4 0 4C-110 4 -210 -40 -220 -140Z", canvas.paper.mixed(canvas.ink, 0.12))
            }
        )
    }
}
