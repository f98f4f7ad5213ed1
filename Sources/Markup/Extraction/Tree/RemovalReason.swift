/// The reason why a part of a page is not in its article.
enum RemovalReason: UInt8 {
    case hidden
    case overlay
    case byline
    case headline
    case name
    case comments
    case cookieNotice
    case navigation
    case empty
    case form
    case footer
    case aside
    case pullQuote
    case frame
    case control
    case shareBar
    case namedBox
    case relatedBox
    case paywall
    case boilerplate
    case placeholder
    case linkList
    case relatedList
    case teasers
    case linkedLine
    case promotion
    case openingLine
    case closingLine
    case authorNote
    case repeatedCaption
    case pictureControl

    /// The reason as an English phrase.
    var message: String {
        switch self {
        case .hidden: "hidden by the page"
        case .overlay: "a box over the page"
        case .byline: "names the author"
        case .headline: "repeats the headline"
        case .name: "its name says menu, sidebar, header or the like"
        case .comments: "its name says comments"
        case .cookieNotice: "its name says cookie notice"
        case .navigation: "navigation"
        case .empty: "has no text"
        case .form: "a form"
        case .footer: "a footer"
        case .aside: "an aside"
        case .pullQuote: "quotes the text itself"
        case .frame: "another page inside the page"
        case .control: "a button or a field"
        case .shareBar: "buttons to share"
        case .namedBox: "a small box named as a sign-up, an author, tags, a tool or an advertisement"
        case .relatedBox: "a box with links to other stories"
        case .paywall: "says that the rest is for subscribers"
        case .boilerplate: "a line that every page has"
        case .placeholder: "the place of an advertisement"
        case .linkList: "more links, fields or pictures than text"
        case .relatedList: "a list under a heading such as \"Related\""
        case .teasers: "a row of links to other stories"
        case .linkedLine: "a line that only links to another story"
        case .promotion: "asks to sign up, follow or share"
        case .openingLine: "a date or a repeated line above the text"
        case .authorNote: "tells who the author is"
        case .closingLine: "left over below the last paragraph"
        case .repeatedCaption: "a caption said before"
        case .pictureControl: "a counter or button of a gallery"
        }
    }
}
