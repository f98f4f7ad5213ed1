/// Things for a table, each standing on its origin, in thousandths of the sheet (see `place`).
extension Sheet {
    /// A body with its light on the left and its shadow on the right.
    mutating func body(_ d: String, _ colour: Ink) {
        path(d, fill: colour)
        let held = region(d)
        let shade = fade(
            [(0, paper, 0.55), (0.3, paper, 0), (0.55, ink, 0.1), (1, ink.deeper(0.4), 0.75)], to: Spot(1, 0.2))
        add("<path d=\"\(d)\" fill=\"\(shade)\" clip-path=\"url(#\(held))\"/>")
    }

    func pear() -> Thing {
        (
            190,
            { sheet in
                sheet.group("rotate(\(Int(sheet.dice.roll(-12...12))))") {
                    $0.body(
                        "M-6 -250C-58 -250 -52 -180 -84 -130C-128 -50 -84 12 2 10C88 12 126 -50 84 -130C54 -180 52 -250 -6 -250Z",
                        $0.second.mixed($0.paper, $0.dice.roll(0...0.3)))
                    $0.stroke("M-4 -248C-2 -280 8 -292 22 -304", $0.ink, 10)
                }
            }
        )
    }

    func lemon() -> Thing {
        (
            170,
            { sheet in
                sheet.body(
                    "M-96 -66C-88 -130 -20 -152 40 -130C70 -124 88 -96 108 -78C98 -60 88 -10 30 2C-30 16 -84 -10 -96 -66Z",
                    sheet.second.mixed(sheet.paper, 0.3))
            }
        )
    }

    func onion() -> Thing {
        (
            180,
            { sheet in
                sheet.body(
                    "M0 -190C-14 -150 -100 -136 -104 -64C-104 -8 -50 12 0 10C52 12 104 -8 104 -64C100 -136 14 -150 0 -190Z",
                    sheet.paper.mixed(sheet.second, 0.3))
                for x in [-50.0, -18, 20, 54] {
                    sheet.stroke("M0 -160C\(x) -120 \(x * 1.3) -40 \(x * 0.5) 4", sheet.ink, 3, 0.5)
                }
            }
        )
    }

    func fish() -> Thing {
        (
            470,
            { sheet in
                sheet.oval(Spot(0, -16), 300, 46, sheet.scene.has("blue") ? sheet.second : sheet.paper)
                sheet.oval(Spot(0, -22), 256, 32, sheet.ink, 0.24)
                for row in 0..<max(1, sheet.dice.whole(1...2)) {
                    let y = -40.0 - Double(row) * 34
                    sheet.path(
                        "M-240 \(y)C-150 \(y - 66) 60 \(y - 60) 170 \(y - 8)L236 \(y - 46)L224 \(y + 4)L240 \(y + 40)L168 \(y + 8)C60 \(y + 44) -150 \(y + 44) -240 \(y)Z",
                        fill: sheet.ink.mixed(sheet.paper, 0.5))
                    sheet.path(
                        "M-236 \(y - 4)C-150 \(y - 64) 60 \(y - 58) 170 \(y - 8)C60 \(y - 26) -120 \(y - 26) -236 \(y - 4)Z",
                        fill: sheet.ink)
                    sheet.disc(Spot(-196, y - 8), 10, sheet.paper)
                    sheet.disc(Spot(-196, y - 8), 5, sheet.ink)
                    for scale in 0..<15 {
                        sheet.stroke("M\(-140 + scale * 18) \(y - 16)c10 10 10 22 0 30", sheet.paper, 2.5, 0.6)
                    }
                }
            }
        )
    }

    func loaf() -> Thing {
        (
            330,
            { sheet in
                sheet.oval(Spot(0, 0), 190, 26, sheet.paper)
                sheet.body(
                    "M-160 -10C-186 -150 -90 -190 0 -190C92 -190 186 -150 160 -10C80 14 -80 14 -160 -10Z",
                    sheet.second.mixed(sheet.ink, 0.25))
                for x in [-80.0, 0, 80] {
                    sheet.stroke("M\(x - 26) -160C\(x) -130 \(x + 6) -90 \(x - 6) -50", sheet.paper, 11, 0.65)
                }
            }
        )
    }

    func teapot() -> Thing {
        (
            430,
            { sheet in
                sheet.stroke("M130 -180C230 -210 240 -60 120 -60", sheet.ink.mixed(sheet.second, 0.3), 26)
                sheet.path(
                    "M-120 -90C-190 -90 -190 -170 -240 -200L-212 -222C-160 -190 -150 -170 -110 -160Z",
                    fill: sheet.ink.mixed(sheet.second, 0.3))
                sheet.body(
                    "M-140 -110C-150 -220 -70 -240 0 -240C72 -240 152 -220 142 -110C136 -20 70 6 0 6C-70 6 -134 -20 -140 -110Z",
                    sheet.ink.mixed(sheet.second, 0.5))
                sheet.oval(Spot(0, -238), 74, 15, sheet.ink)
                sheet.disc(Spot(0, -266), 19, sheet.ink)
                sheet.steam(Spot(-226, -230))
            }
        )
    }

    /// Rising steam.
    mutating func steam(_ from: Spot) {
        for thread in 0..<4 {
            let x = from.x + Double(thread) * 22 - 30
            let bend = dice.roll(-40...40)
            stroke(
                "M\(x) \(from.y)C\(x + bend) \(from.y - 90) \(x - bend) \(from.y - 180) \(x + bend * 1.4) \(from.y - 290)",
                paper, 9, 0.3)
        }
    }

    func cup() -> Thing {
        (
            200,
            { sheet in
                sheet.oval(Spot(0, 0), 120, 20, sheet.paper)
                sheet.stroke("M74 -96C130 -110 130 -30 62 -34", sheet.paper, 14)
                sheet.body(
                    "M-80 -120H80C80 -40 50 0 0 0C-50 0 -80 -40 -80 -120Z", sheet.paper.mixed(sheet.second, 0.15))
                sheet.oval(Spot(0, -120), 80, 15, sheet.ink)
            }
        )
    }

    func casserole() -> Thing {
        (
            480,
            { sheet in
                for x in [-230.0, 230] {
                    sheet.stroke("M\(x * 0.86) -150C\(x * 1.16) -160 \(x * 1.16) -100 \(x * 0.86) -104", sheet.ink, 24)
                }
                sheet.body(
                    "M-210 -180H210V-50C200 0 120 8 0 8C-120 8 -200 0 -210 -50Z", sheet.second.mixed(sheet.ink, 0.3))
                sheet.oval(Spot(0, -180), 210, 34, sheet.ink)
                sheet.oval(Spot(0, -176), 186, 24, sheet.second.mixed(sheet.paper, 0.35))
                for _ in 0..<14 {
                    sheet.disc(
                        Spot(sheet.dice.roll(-150...150), sheet.dice.roll(-188...(-164))), sheet.dice.roll(7...16),
                        sheet.ink, 0.6)
                }
                sheet.steam(Spot(0, -210))
            }
        )
    }

    func jug() -> Thing {
        (
            260,
            { sheet in
                let tone =
                    sheet.dice.chance(0.5) ? sheet.paper.mixed(sheet.second, 0.2) : sheet.second.mixed(sheet.ink, 0.2)
                sheet.stroke("M84 -300C200 -310 190 -110 84 -110", tone.mixed(sheet.ink, 0.3), 24)
                sheet.body(
                    "M-84 -360L84 -352C70 -290 120 -200 110 -100C104 -10 60 4 0 4C-60 4 -104 -10 -110 -100C-120 -200 -66 -280 -84 -360Z",
                    tone)
                sheet.oval(Spot(0, -356), 84, 17, sheet.ink)
            }
        )
    }

    func glass() -> Thing {
        (
            130,
            { sheet in
                sheet.path("M-52 -190H52L40 0H-40Z", fill: sheet.paper, 0.4)
                sheet.path("M-48 -116H48L40 -4H-40Z", fill: sheet.second, 0.85)
                sheet.oval(Spot(0, -116), 48, 9, sheet.second.mixed(sheet.paper, 0.5))
                sheet.line(Spot(-38, -180), Spot(-30, -16), sheet.paper, 7, 0.9)
                sheet.oval(Spot(0, -190), 52, 9, sheet.paper, 0.6)
            }
        )
    }

    func jar() -> Thing {
        (
            200,
            { sheet in
                sheet.body(
                    "M-86 -220C-90 -240 90 -240 86 -220L94 -20C90 6 -90 6 -94 -20Z", sheet.second.mixed(sheet.ink, 0.2))
                sheet.box(-78, -268, 156, 44, sheet.paper, round: 8)
                sheet.box(-60, -160, 120, 84, sheet.paper, 0.92)
                for y in [-136.0, -114, -94] {
                    sheet.line(Spot(-40, y), Spot(sheet.dice.roll(0...40), y), sheet.ink, 4)
                }
            }
        )
    }

    func sprig() -> Thing {
        (
            240,
            { sheet in
                sheet.path("M-60 -170H60L52 0H-52Z", fill: sheet.paper, 0.5)
                sheet.path("M-56 -110H56L52 -2H-52Z", fill: sheet.second, 0.4)
                for _ in 0..<7 {
                    let tip = Spot(sheet.dice.roll(-170...170), sheet.dice.roll(-560...(-380)))
                    sheet.stroke(Sheet.smooth([Spot(0, -20), Spot(tip.x * 0.3, -230), tip]), sheet.ink, 7)
                    for step in 0..<9 {
                        let at = Spot(tip.x * 0.3, -230).towards(tip, Double(step) / 9)
                        sheet.line(at, at + Spot(sheet.dice.roll(-34...34), sheet.dice.roll(-40...6)), sheet.ink, 4)
                        if step > 3 {
                            sheet.oval(
                                at + Spot(sheet.dice.roll(-20...20), -8), 15, 11, sheet.second.mixed(sheet.paper, 0.2))
                        }
                    }
                }
            }
        )
    }

    func bookPile() -> Thing {
        (
            360,
            { sheet in
                var y = 0.0
                for place in 0..<sheet.dice.whole(3...5) {
                    let high = sheet.dice.roll(38...66)
                    let wide = sheet.dice.roll(250...340)
                    let x = -wide / 2 + sheet.dice.roll(-26...26)
                    let cover = [
                        sheet.second, sheet.ink.mixed(sheet.second, 0.4), sheet.ink.mixed(sheet.paper, 0.3),
                        sheet.paper.mixed(sheet.second, 0.3),
                    ][place % 4]
                    sheet.box(x, y - high, wide, high, cover, round: 5)
                    sheet.box(x + 26, y - high + 7, wide - 20, high - 14, sheet.paper)
                    for line in 0..<4 {
                        sheet.line(
                            Spot(x + 30, y - high + 12 + Double(line) * high / 5),
                            Spot(x + wide, y - high + 12 + Double(line) * high / 5), sheet.ink, 1.6, 0.4)
                    }
                    sheet.box(x, y - high, 40, high, cover.mixed(sheet.ink, 0.2), round: 5)
                    y -= high
                }
                guard sheet.dice.chance(0.5) else { return }
                sheet.shape([Spot(-150, y), Spot(0, y - 34), Spot(0, y - 4)], sheet.paper)
                sheet.shape([Spot(150, y), Spot(0, y - 34), Spot(0, y - 4)], sheet.paper.mixed(sheet.ink, 0.2))
            }
        )
    }

    func scales() -> Thing {
        (
            420,
            { sheet in
                let brass = sheet.second.mixed(sheet.ink, 0.15)
                sheet.body("M-90 4C-80 -40 80 -40 90 4Z", brass)
                sheet.line(Spot(0, -20), Spot(0, -430), brass, 17)
                sheet.line(Spot(-190, -400), Spot(190, -436), brass, 13)
                sheet.disc(Spot(0, -440), 18, sheet.paper)
                for (x, y) in [(-186.0, -400.0), (186, -436)] {
                    sheet.lines([Spot(x - 84, y + 240), Spot(x, y), Spot(x + 84, y + 240)], brass, 4)
                    sheet.path(
                        "M\(x - 96) \(y + 240)H\(x + 96)C\(x + 70) \(y + 296) \(x - 70) \(y + 296) \(x - 96) \(y + 240)Z",
                        fill: brass)
                    sheet.line(Spot(x - 90, y + 243), Spot(x + 30, y + 243), sheet.paper, 6, 0.7)
                }
            }
        )
    }

    func stone() -> Thing {
        (
            300,
            { sheet in
                sheet.body(
                    "M-150 -10C-170 -90 -110 -170 -40 -190C30 -210 110 -160 140 -90C160 -40 140 4 60 8C-40 12 -130 14 -150 -10Z",
                    sheet.ink.deeper(0.3))
                for _ in 0..<24 {
                    sheet.disc(
                        Spot(sheet.dice.roll(-110...100), sheet.dice.roll(-150...(-16))), sheet.dice.roll(2...6),
                        sheet.paper, 0.5)
                }
                sheet.stroke("M190 -10C150 -120 290 -120 256 -10", sheet.second, 34)
            }
        )
    }

    func blocks() -> Thing {
        (
            460,
            { sheet in
                for row in 0..<2 {
                    for column in 0..<(4 - row) {
                        let x = -210 + Double(column) * 106 + Double(row) * 50
                        let y = -Double(row) * 112
                        sheet.box(
                            x, y - 108, 98, 108, sheet.second.mixed(sheet.ink, sheet.dice.roll(0.05...0.4)), round: 4)
                        sheet.box(x + 8, y - 100, 82, 92, sheet.ink, 0.24)
                        let glyphs = [
                            "M20 80L49 16L78 80M32 56H66", "M24 16V80H74", "M22 80V16L76 80V16", "M26 16H72M49 16V80",
                            "M72 26C20 4 20 92 72 70", "M24 16V80M24 48H72M72 16V80", "M22 16L49 80L76 16",
                        ]
                        sheet.group("translate(\(Int(x)) \(Int(y - 104)))") {
                            $0.stroke($0.dice.pick(glyphs), $0.paper, 15)
                        }
                    }
                }
            }
        )
    }

    func tins() -> Thing {
        (
            250,
            { sheet in
                for row in 0..<sheet.dice.whole(1...3) {
                    let y = -Double(row) * 108
                    let wide = sheet.dice.roll(190...240)
                    sheet.body(
                        "M\(-wide / 2) \(y)V\(y - 100)H\(wide / 2)V\(y)Z",
                        row % 2 == 0 ? sheet.second.mixed(sheet.ink, 0.3) : sheet.paper.mixed(sheet.second, 0.3))
                    sheet.box(-wide / 2, y - 106, wide, 17, sheet.ink)
                    sheet.box(-50, y - 70, 100, 40, sheet.paper, 0.9)
                    sheet.line(Spot(-34, y - 50), Spot(26, y - 50), sheet.ink, 4)
                }
            }
        )
    }

    func tools() -> Thing {
        (
            320,
            { sheet in
                sheet.line(Spot(-120, -4), Spot(60, -370), sheet.second.mixed(sheet.ink, 0.25), 30)
                sheet.path("M10 -400L110 -350L150 -420L60 -470Z", fill: sheet.ink)
                sheet.line(Spot(120, -4), Spot(30, -330), sheet.ink.mixed(sheet.paper, 0.4), 15)
                sheet.body("M-40 0V-120H120V0Z", sheet.paper.mixed(sheet.second, 0.3))
                for x in [-20.0, 20, 60] {
                    sheet.line(
                        Spot(x, -120), Spot(x + sheet.dice.roll(-20...20), -300),
                        sheet.ink.mixed(sheet.second, sheet.dice.roll(0...0.6)), 13)
                }
            }
        )
    }

    func bottle() -> Thing {
        (
            150,
            { sheet in
                sheet.body(
                    "M-26 -400H26V-300C30 -260 70 -250 70 -200V-14C70 4 -70 4 -70 -14V-200C-70 -250 -30 -260 -26 -300Z",
                    sheet.ink.mixed(sheet.second, 0.35))
                sheet.box(-30, -430, 60, 40, sheet.second.mixed(sheet.paper, 0.2))
                sheet.box(-56, -160, 112, 90, sheet.paper, 0.85)
            }
        )
    }

    func smallPot() -> Thing {
        (
            180,
            { sheet in
                sheet.body("M-80 -130C-84 -150 84 -150 80 -130L66 0H-66Z", sheet.second.mixed(sheet.paper, 0.2))
                for _ in 0..<9 {
                    sheet.stroke(
                        "M0 -130C\(sheet.dice.roll(-60...60)) -200 \(sheet.dice.roll(-90...90)) -240 \(sheet.dice.roll(-150...150)) \(sheet.dice.roll(-330...(-220)))",
                        sheet.ink, 6)
                }
            }
        )
    }

    func fruitBowl() -> Thing {
        (
            440,
            { sheet in
                for place in 0..<6 {
                    sheet.disc(
                        Spot(-130 + Double(place % 3) * 130, -140 - Double(place / 3) * 90), 80,
                        sheet.second.mixed(sheet.paper, Double(place) / 9))
                }
                sheet.body(
                    "M-220 -140H220C210 -40 110 4 0 4C-110 4 -210 -40 -220 -140Z", sheet.paper.mixed(sheet.ink, 0.12))
            }
        )
    }
}
