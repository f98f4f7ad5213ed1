import News
import TestSupport
import Testing

@Suite struct `Headlines in calm words` {
    @Test(
        .mission("BREAK-46"),
        arguments: [
            ("BREAKING: Port strike is off", "Port strike is off"),
            ("Breaking news – just in: port strike is off!", "Port strike is off"),
            ("WATCH | The tower comes down", "The tower comes down"),
            ("Shock as minister quits", "Minister quits"),
            ("Fury as shock as fares rise", "Fares rise"),
            ("COUNCIL VOTES TO CLOSE THE OLD BRIDGE", "Council votes to close the old bridge"),
            ("BREAKING: COUNCIL SLAMS PLAN FOR OLD BRIDGE!!", "Council criticises plan for old bridge"),
            ("Mayor slams port, Port slams mayor", "Mayor criticises port, Port criticises mayor"),
            ("Captain lashes out at crew", "Captain criticises crew"),
            ("A shocking end to an unbelievable win", "An end to a win"),
            ("Shocking video shows the wave", "Video shows the wave"),
            ("Chilling, terrifying moment on the pier", "Chilling, moment on the pier"),
            ("SHOCK AS Netherquay BAKERY GIVES AWAY ITS LAST LOAF!!", "Netherquay bakery gives away its last loaf"),
            ("They did what?!", "They did what?"),
            ("We won!!! Again", "We won. Again"),
            ("Is THIS the end? NO, says NASA", "Is this the end? no, says NASA"),
            ("Ferry fares skyrocket", "Ferry fares rise"),
        ])
    func `have the words of the rules`(title: String, calm: String) {
        #expect(HeadlineTone.calmed(title) == calm)
        #expect(HeadlineTone.calmed(calm) == HeadlineTone.calmed(HeadlineTone.calmed(calm)))
    }

    @Test(
        .mission("BREAK-46"),
        arguments: [
            "", "!", "?!", "BREAKING:", "Breaking: !", "Shock as", "Fog over the pier", "Fire! Two hurt", "Who pays?",
            "NASA, ESA and JAXA agree", "NASA, ESA, JAXA and ISRO agree", "The report is shocking to many",
            "How shocking the news was", "Shocking",
            "A bomb blasts a bridge", "BBC names a new director", "Council’s “shock” at the bill", "潮汐每天来两次!",
            "Tyson Fury beats the champion", "She wins four Grand Slams", "Car slammed into a wall",
            "Chilling out by the sea", "A nightmare on the pier", "Storm tears into the coast",
            "Terror attack in the capital", "Chaos theory at sixty", "watch the birds", "12:30: the train leaves",
        ])
    func `are as they were where nothing alarms, or nothing else is left`(title: String) {
        let calm = HeadlineTone.calmed(title)
        #expect(calm == title || (title.hasSuffix("!") && calm == String(title.dropLast())), "\(calm)")
    }

    @Test(.mission("BREAK-46")) func `in other languages lose only capitals and marks`() {
        #expect(
            HeadlineTone.calmed("SCHOCK IN HAMBURG: BRÜCKE IST ZU!!", language: "de")
                == "Schock in hamburg: brücke ist zu")
        #expect(HeadlineTone.calmed("Panic as a word", language: "fr") == "Panic as a word")
        #expect(HeadlineTone.calmed("Panic as a word falls", language: "en-GB") == "A word falls")
    }

    @Test func `end for any title, and hold still`() {
        let parts = [
            "BREAKING: ", "shocking ", "a ", "an ", "SLAMS ", "!!", "?", "as ", "fury ", "– ", "é", "🌊 ", "THIS ", ": ",
        ]
        var state: UInt64 = 7
        for _ in 0..<3000 {
            var title = ""
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                title += parts[Int(state >> 33) % parts.count]
            }
            let once = HeadlineTone.calmed(title)
            #expect(once.count <= title.count + 40)
            #expect(title.contains(where: \.isLetter) == once.contains(where: \.isLetter), "\(title)")
        }
    }
}
