/// How strictly one look at the page judges. Each look that finds too little makes room for a milder one.
struct ExtractionRules {
    /// Leaves out what class and role call furniture before anything is scored.
    var dropsUnlikely = true
    /// Lets class and id count.
    var weighsClasses = true
    /// Leaves out parts of the article that look like lists of links, galleries of teasers, forms.
    var prunes = true
    /// Shows what the page hides: some hide the whole text until a script has run.
    var keepsHidden = false

    /// What an article must have in characters to end the search.
    static let enough = 500

    /// What comes after the strict look, stricter ones first.
    static let milder: [ExtractionRules] = [
        ExtractionRules(dropsUnlikely: false),
        ExtractionRules(dropsUnlikely: false, weighsClasses: false),
        ExtractionRules(dropsUnlikely: false, weighsClasses: false, prunes: false),
    ]
}
