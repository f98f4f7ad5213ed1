import SampleOrigins

extension DemoEditions {
    /// An edition with a pack: a guide to an invented county.
    var fellside: String {
        """
        # A guide to a county, read without a network: docs/packs.md says what a pack is.
        title: Fellside
        about: A guide to an invented county, for its students.
        language: en-GB
        look:
          accent: { day: "#1F6F6F", night: "#6CC5C5" }
          headlines: rounded
        shell:
          front: tabs
          list: tabs
          story: tabs
          tabs: [today, photographs, map, saved]
          drawer: false
        pack:
          identity: \(SampleGuideSite.identity)
          address: "\(sites.guide.address)"
          tour: The Fellside Round
          question: "Have you thought of studying in Fellside?"
          mapPage: universities
        options:
          words: { today: Home, saved: Favourites }
          sample: true
        """
    }
}
