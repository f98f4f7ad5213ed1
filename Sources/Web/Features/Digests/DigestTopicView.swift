import Library
import Markup
import News
import URLs

/// The form of a topic in an issue. Pairs and trios take turns, so that a page of twelve topics has a rhythm.
enum DigestTopicForm {
    /// The first topic, with a large picture.
    case lead
    /// One of two side by side, each with its picture above.
    case pair
    /// One of three side by side.
    case trio
    /// A topic alone in its row.
    case single

    /// The CSS class.
    var style: StaticString {
        switch self {
        case .lead: "digest-lead"
        case .pair: "digest-pair"
        case .trio: "digest-trio"
        case .single: "digest-single"
        }
    }

    /// Returns the forms of a number of topics.
    static func forms(of count: Int) -> [DigestTopicForm] {
        var forms: [DigestTopicForm] = count > 0 ? [.lead] : []
        var isPair = true
        while forms.count < count {
            let left = count - forms.count
            let size = min(left, left == 2 || left == 4 || isPair ? 2 : 3)
            let form: DigestTopicForm = size == 1 ? .single : size == 2 ? .pair : .trio
            forms += Array(repeating: form, count: size)
            isPair.toggle()
        }
        return forms
    }
}

/// A view of a topic in an issue: its title, two lines, its publisher and the others that tell it.
struct DigestTopicView {
    let scope: RequestScope
    let topic: DigestTopic
    /// The story as it is now; nil if it has been removed since.
    let row: StoryRow?

    private var title: String { scope.shown(topic.title, language: topic.language) }

    func write(as form: DigestTopicForm, number: Int, into w: inout HTMLWriter) {
        let picture = row.flatMap { StoryRowView(scope: scope, list: nil).visiblePicture($0) }
        w.element(
            .article,
            [
                .class("digest-topic", form.style, picture == nil ? "without-picture" : nil), .id("topic-", number),
                .lang(topic.language), .dir(topic.direction == .rtl ? "rtl" : nil),
            ]
        ) { w in
            writeLink(&w) { w in
                if let picture { write(picture, form, &w) }
                w.element(.h2, text: title)
            }
            if !topic.text.isEmpty { w.element(.p, class: "digest-text", text: topic.text) }
            w.element(.p, class: "digest-meta", [.lang("en"), .dir("ltr")]) { w in writeMetadata(&w) }
        }
    }

    /// Writes the title and the publisher in one line.
    func writeBrief(into w: inout HTMLWriter) {
        writeLink(&w) { w in
            w.element(.span, [.lang(topic.language), .dir("auto")], text: title)
            w.element(.small, text: topic.publisher)
        }
    }

    private func write(_ picture: PictureDetails, _ form: DigestTopicForm, _ w: inout HTMLWriter) {
        switch form {
        case .lead where picture.isLarge: PictureView.writeLead(scope, picture, into: &w)
        case .lead, .pair, .single: PictureView.writeCard(scope, picture, in: .sectionLead, into: &w)
        case .trio: PictureView.writeCard(scope, picture, in: .pair, into: &w)
        }
    }

    private func writeMetadata(_ w: inout HTMLWriter) {
        w.element(.b, text: topic.publisher)
        if Strings.hasReadingTime(words: topic.wordCount) {
            w.element(.span, text: Strings.readingTime(words: topic.wordCount))
        }
        if row == nil { w.element(.span, text: Strings.storyIsGone) }
        guard !topic.others.isEmpty else { return }
        let words = Strings.alsoAt(topic.others)
        guard let cluster = topic.cluster, row != nil else { return w.element(.span, text: words) }
        w.element(.a, [.href(scope.path(.cluster(cluster)))], text: words)
    }

    /// Writes a link to the story, or to its publisher if it is no longer kept.
    private func writeLink(_ w: inout HTMLWriter, content: (inout HTMLWriter) -> Void) {
        if row != nil {
            w.element(.a, class: "digest-title", [.href(scope.path(.story(topic.story, in: nil)))], content: content)
        } else if let link = topic.link.flatMap({ WebAddress($0)?.text }) {
            w.element(
                .a, class: "digest-title", [.href(link), .target("_blank"), .rel("noopener noreferrer")],
                content: content)
        } else {
            w.element(.div, class: "digest-title", content: content)
        }
    }
}
