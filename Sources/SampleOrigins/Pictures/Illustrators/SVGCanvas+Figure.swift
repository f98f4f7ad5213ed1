extension SVGCanvas {
    /// Draws a person's head and shoulders in thousandths of the shorter side, lit from the right before mirroring.
    mutating func figure(_ at: Point, _ scale: Double, _ colour: Colour) {
        let old = scene.has("old")
        let bright = accent.mixed(paper, 0.5)
        let turn = rng.double(-4...4)
        let coat = scene.has("coat") ? accent.mixed(ink, 0.18) : colour.mixed(light.far, 0.1)
        let profile = rng.chance(0.5)
        place(at, scale, turned: 0) { canvas in
            canvas.shoulders(coat, rim: bright, dark: colour)
            canvas.group("rotate(\(Int(turn)) 0 -330)") { canvas in
                canvas.head(colour, rim: bright, profile: profile)
                canvas.hairAndHat(colour, rim: bright, old: old, profile: profile)
            }
            if canvas.scene.has("whistle", "referee") {
                canvas.polyline([Point(-60, -330), Point(10, -190), Point(64, -330)], bright, 6)
                canvas.circle(Point(10, -180), 20, bright)
            }
            if canvas.scene.has("billhook", "thorn") {
                canvas.line(Point(300, 0), Point(330, -390), canvas.light.near, 26)
                canvas.path("M318 -380C300 -520 380 -560 430 -520C370 -500 370 -430 346 -380Z", fill: bright)
            }
        }
    }

    private mutating func shoulders(_ coat: Colour, rim: Colour, dark: Colour) {
        path("M-470 40C-460 -190 -330 -256 -130 -312L-70 -400H76L130 -312C330 -262 452 -200 474 40Z", fill: coat)
        path("M130 -312C330 -262 452 -200 474 40H446C420 -180 300 -240 120 -290Z", fill: rim, 0.75)
        switch rng.int(0...3) {
        case 0:
            path("M-140 -316L-40 -130L0 60L-90 60L-210 -270Z", fill: dark, 0.85)
            path("M140 -316L40 -130L0 60L100 60L210 -270Z", fill: dark, 0.7)
        case 1:
            for row in 0..<4 {
                stroke(
                    "M\(-128 - row * 8) \(-320 + row * 26)C-60 \(-280 + row * 26) 60 \(-280 + row * 26) \(128 + row * 8) \(-320 + row * 26)",
                    row % 2 == 0 ? dark : coat.mixed(rim, 0.4), 24)
            }
        case 2:
            path("M-170 -300C-100 -400 100 -400 170 -300C90 -240 -90 -240 -170 -300Z", fill: dark)
            for row in 0..<4 { circle(Point(6, -200 + Double(row) * 70), 12, rim, 0.8) }
        default:
            path("M-150 -310C-60 -200 60 -200 150 -310L120 -340C60 -260 -60 -260 -120 -340Z", fill: rim, 0.55)
        }
    }

    private mutating func head(_ colour: Colour, rim: Colour, profile: Bool) {
        let face = colour.mixed(light.far, 0.2)
        path("M-78 -330L-72 -460H82L86 -330C40 -280 -40 -280 -78 -330Z", fill: colour)
        if profile {
            path(
                "M-150 -640C-150 -800 110 -820 134 -660C138 -630 132 -612 140 -590L172 -532C176 -520 150 -514 148 -506C150 -488 156 -480 146 -468C152 -452 146 -446 140 -438C142 -400 110 -386 60 -396C0 -380 -130 -420 -150 -640Z",
                fill: face)
            stroke(
                "M134 -668C138 -630 132 -612 140 -590L172 -532C176 -520 150 -514 148 -506C150 -488 156 -480 146 -468C152 -452 146 -446 140 -438C142 -404 116 -388 74 -394",
                rim, 9)
            ellipse(Point(-26, -552), 24, 40, colour, 0.8, turned: -8)
            path("M78 -610C92 -624 112 -622 122 -606C108 -602 92 -602 78 -610Z", fill: colour)
        } else {
            path(
                "M-140 -600C-150 -790 150 -790 142 -600C140 -470 80 -370 0 -366C-80 -370 -134 -470 -140 -600Z",
                fill: face)
            path(
                "M40 -742C160 -720 146 -560 134 -530C118 -440 70 -376 10 -366C60 -420 74 -480 70 -540C30 -556 34 -580 66 -588C84 -640 76 -700 40 -742Z",
                fill: rim, 0.85)
            path(
                "M-8 -602C0 -560 -30 -520 -22 -508C-10 -498 14 -500 24 -508C16 -530 12 -570 14 -602Z", fill: colour,
                0.85)
            stroke("M-50 -444C-20 -430 24 -430 52 -446", colour, 9, 0.9)
            for x in [-64.0, 62] {
                stroke("M\(x - 34) -618C\(x - 10) -632 \(x + 14) -632 \(x + 34) -616", colour, 11)
                ellipse(Point(x, -592), 17, 9, colour)
            }
        }
        guard rng.chance(0.3) else { return }
        for x in profile ? [92.0] : [-64.0, 62] {
            stroke("M\(x - 44) -590a44 40 0 1 0 88 0a44 40 0 1 0 -88 0", rim, 7)
        }
        if !profile { line(Point(-20, -596), Point(18, -596), rim, 7) }
    }

    private mutating func hairAndHat(_ colour: Colour, rim: Colour, old: Bool, profile: Bool) {
        let hair = old ? paper.mixed(light.far, 0.35) : colour.darkened(0.3)
        if scene.has("bobble") { return bobbleHat() }
        if scene.has("cap") { return cap(colour, rim: rim, beard: old ? hair : nil) }
        let woman = scene.has("woman", "women", "girl")
        if profile { return profileHair(hair, woman: woman) }
        frontHair(hair, woman: woman)
    }

    private mutating func bobbleHat() {
        path("M-164 -640C-170 -830 160 -830 158 -640C60 -680 -60 -680 -164 -640Z", fill: accent)
        path("M-172 -660C-60 -710 60 -710 168 -660L162 -604C60 -652 -60 -652 -166 -604Z", fill: paper)
        circle(Point(-4, -812), 46, paper)
    }

    private mutating func cap(_ colour: Colour, rim: Colour, beard: Colour?) {
        path("M-160 -640C-170 -800 150 -800 156 -650C60 -690 -70 -680 -160 -640Z", fill: colour.darkened(0.35))
        path("M40 -684C130 -690 230 -650 250 -612C160 -630 100 -632 40 -640Z", fill: colour.darkened(0.5))
        stroke("M-60 -756C20 -774 100 -750 146 -690", rim, 7, 0.8)
        if let beard { path("M-60 -440C0 -300 100 -320 120 -430C60 -400 0 -400 -60 -440Z", fill: beard) }
    }

    private mutating func frontHair(_ hair: Colour, woman: Bool) {
        switch woman && !scene.has("short") ? rng.int(0...1) : rng.int(2...4) {
        case 0:
            path(
                "M-150 -400C-230 -560 -190 -830 0 -824C190 -820 190 -640 132 -610C70 -700 -40 -720 -80 -690C-110 -610 -96 -470 -60 -380C-90 -360 -130 -370 -150 -400Z",
                fill: hair)
        case 1:
            path(
                "M-156 -580C-180 -800 150 -830 142 -640C80 -716 -40 -730 -90 -690C-110 -640 -110 -600 -112 -560C-130 -550 -150 -560 -156 -580Z",
                fill: hair)
            circle(Point(-120, -770), 66, hair)
        case 2:
            path(
                "M-156 -560C-190 -810 140 -840 142 -650C80 -720 -30 -730 -86 -700C-112 -650 -112 -600 -116 -548C-132 -540 -150 -540 -156 -560Z",
                fill: hair)
        case 3:
            path(
                "M-156 -590C-190 -800 130 -830 144 -660C100 -700 60 -690 -60 -720C-110 -690 -112 -640 -118 -580C-130 -574 -150 -576 -156 -590Z",
                fill: hair)
            if !woman { path("M-120 -520C-110 -340 110 -330 134 -450C60 -420 -60 -440 -120 -520Z", fill: hair) }
        default:
            for _ in 0..<26 {
                circle(Point(rng.double(-150...110), rng.double(-800...(-660))), rng.double(26...56), hair)
            }
        }
    }

    private mutating func profileHair(_ hair: Colour, woman: Bool) {
        path(
            "M-150 -470C-230 -640 -180 -850 10 -836C120 -830 150 -740 136 -668C100 -700 50 -704 20 -676C0 -640 10 -600 -30 -590C-60 -580 -64 -500 -84 -452C-110 -440 -136 -448 -150 -470Z",
            fill: hair)
        guard woman else { return }
        if scene.has("short") || rng.chance(0.5) {
            circle(Point(-168, -700), 74, hair)
        } else {
            path(
                "M-120 -800C-260 -760 -260 -460 -200 -300C-150 -290 -90 -340 -80 -450C-60 -560 -60 -700 -120 -800Z",
                fill: hair)
        }
        if scene.isWindy {
            for lock in 0..<7 {
                stroke(
                    "M-150 \(-700 + lock * 40)C-230 \(-740 + lock * 40) -300 \(-690 + lock * 34) -380 \(-730 + lock * 38)",
                    hair, 10)
            }
        }
    }

    mutating func seated(_ at: Point) {
        let coat = scene.has("coat") ? accent.mixed(ink, 0.12) : light.near
        let bright = paper.mixed(accent, 0.2)
        place(at, 1.1) { canvas in
            let near = canvas.light.near
            canvas.line(Point(-210, 0), Point(-190, -520), near, 24)
            canvas.polyline([Point(-200, -200), Point(120, -200), Point(140, 0)], near, 22)
            canvas.path(
                "M-170 -220C-200 -480 -120 -560 -30 -560C60 -556 90 -470 80 -330L250 -250C300 -230 300 -190 270 10H190L170 -150L-40 -170Z",
                fill: coat)
            canvas.path(
                "M60 -540C110 -470 96 -390 86 -330L250 -250C270 -240 284 -220 286 -200L80 -290Z", fill: bright, 0.5)
            canvas.circle(Point(0, -650), 84, near)
            canvas.path("M-84 -650C-90 -780 90 -780 86 -660C40 -700 -30 -700 -60 -640Z", fill: near.darkened(0.4))
            canvas.stroke("M60 -706C92 -680 92 -620 60 -590", bright, 8)
            canvas.line(Point(40, -470), Point(190, -380), coat, 56)
            canvas.polygon([Point(150, -460), Point(250, -400), Point(250, -300), Point(150, -352)], bright)
            canvas.polygon([Point(250, -400), Point(330, -440), Point(330, -344), Point(250, -300)], canvas.paper)
        }
    }
}
