import CGumbo
import Foundation
import URLs

/// One run of the sanitizer over gumbo's tree.
struct SanitizerPass {
    let base: WebAddress?
    var builder: SafeHTMLBuilder
    var pictures: [PictureReference] = []
    /// The last pictures, as a lazily loaded picture is often repeated in a `noscript`.
    var recentPictures: [String] = []
    /// True to keep hidden elements, for pages that hide everything.
    var keepsHidden = false
    /// True to read bold, italic, raised and lowered text from the inline styles of spans.
    var readsFontStyles = false
    private var path: [TraversalFrame] = []
    private var noscriptDepth = 0
    private let elementRules = ElementRule.table
    private let placeholders: TextPlaceholders?
    private var formulas: FormulaFinder

    private struct TraversalFrame {
        var node: GumboTree.Node
        var next = 0
        var exitAction: ExitAction
    }

    enum ExitAction {
        case nothing, close, closeSeveral(Int), closeFigure, closeCaption, closeCredit, endNoscript, endLine
    }

    init(base: WebAddress?, reserving capacity: Int, placeholders: TextPlaceholders? = nil, keepsLines: Bool = false) {
        self.base = base
        self.placeholders = placeholders
        formulas = FormulaFinder(placeholders: placeholders)
        builder = SafeHTMLBuilder(reserving: capacity, keepsLines: keepsLines)
    }

    mutating func run(_ root: GumboTree.Node) {
        path.reserveCapacity(64)
        path.append(TraversalFrame(node: root, exitAction: .nothing))
        while let top = path.last {
            guard top.next < GumboTree.childCount(top.node), !builder.isFull else {
                path.removeLast()
                leave(top.exitAction)
                continue
            }
            path[path.count - 1].next += 1
            guard let child = GumboTree.child(top.node, top.next), let exitAction = enter(child) else { continue }
            path.append(TraversalFrame(node: child, exitAction: exitAction))
        }
    }

    // MARK: Entering

    /// Enters a node; returns nil if its content is skipped.
    mutating func enter(_ node: GumboTree.Node) -> ExitAction? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            if noscriptDepth == 0, let text = node.pointee.v.text.text { write(GumboTree.bytes(text)) }
            return nil
        case GUMBO_NODE_ELEMENT:
            guard node.pointee.v.element.tag_namespace == GUMBO_NAMESPACE_HTML else { return nil }
            return enterElement(node)
        default: return nil
        }
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard let placeholders else { return builder.write(text) }
        placeholders.restore(text) { builder.write($0) }
    }

    private mutating func enterElement(_ node: GumboTree.Node) -> ExitAction? {
        let tag = node.pointee.v.element.tag
        let elementRule = tag == GUMBO_TAG_UNKNOWN ? Self.unknownElementRule(node) : elementRules[Int(tag.rawValue)]
        let common = GlobalAttributes(node)
        if common.isHidden && !keepsHidden || common.roles.contains(.boilerplate) {
            if case .keep(let element) = elementRule, !element.isBlock { return nil }
            builder.separateWords()
            return nil
        }
        if noscriptDepth > 0 { return enterFallback(node, elementRule, common) }
        if let mail = common.decodedEmail {
            mail.withUnsafeBufferPointer { builder.write($0) }
            return nil
        }
        if let finding = formulas.finding(at: node, roles: common.roles) {
            if case .formula(let formula) = finding { write(formula) }
            return nil
        }
        switch elementRule {
        case .drop: return nil
        case .unwrap: return unwrap(node, common)
        case .keep(let element): return keep(element, node, common)
        case .division: return division(node, common)
        case .noscript:
            noscriptDepth += 1
            return .endNoscript
        case .anchor: return anchor(node, common)
        default: return enterVoid(elementRule, node, common)
        }
    }

    private mutating func write(_ formula: Formula) {
        switch formula.content {
        case .mathML(let nodes): builder.formula(nodes, isBlock: formula.isBlock, text: formula.text)
        case .tex(let source):
            let opened = builder.begin(.code)
            if opened != nil {
                // Inside a listing the element would be read as a program's code, so it gets no class.
                if builder.preformattedDepth == 0 {
                    builder.attribute("class", formula.isBlock ? "tex-block" : "tex")
                }
                builder.finishTag()
            }
            source.withUnsafeBufferPointer { builder.write($0) }
            if opened != nil { builder.close() }
        }
    }

    private mutating func enterVoid(_ elementRule: ElementRule, _ node: GumboTree.Node, _ common: GlobalAttributes)
        -> ExitAction?
    {
        switch elementRule {
        case .lineBreak: builder.lineBreak()
        case .wordBreak: builder.wordBreak()
        case .horizontalRule: builder.horizontalRule()
        case .picture: picture(node, common, isFallback: false)
        case .pictureSet: pictureSet(node, isFallback: false)
        case .frame: frame(node, common)
        case .media: return media(node) ? nil : .nothing
        case .object: return object(node, common) ? nil : .nothing
        case .input: input(node)
        default: return .nothing
        }
        return nil
    }

    /// Enters an element of a `noscript`, where only pictures and embeds count: the text is about scripts.
    private mutating func enterFallback(_ node: GumboTree.Node, _ elementRule: ElementRule, _ common: GlobalAttributes)
        -> ExitAction?
    {
        switch elementRule {
        case .drop, .lineBreak, .wordBreak, .horizontalRule, .input: return nil
        case .picture: picture(node, common, isFallback: true)
        case .pictureSet: pictureSet(node, isFallback: true)
        case .frame, .media, .object: return enterVoid(elementRule, node, common)
        case .noscript:
            noscriptDepth += 1
            return .endNoscript
        default: return .nothing
        }
        return nil
    }

    // MARK: Kept elements

    private mutating func keep(_ element: SafeHTMLElement, _ node: GumboTree.Node, _ common: GlobalAttributes)
        -> ExitAction?
    {
        if common.roles.contains(.credit), builder.isOpen(.figure), element != .a, !element.isTableStructure {
            if element == .span || element == .small || element == .cite || element == .i || element == .em {
                return open(.cite, node, common, exitAction: .closeCredit)
            }
        }
        if let exitAction = font(element, node, common) { return exitAction }
        switch element {
        case .p where common.roles.contains(.caption) && builder.isOpen(.figure):
            return open(.figcaption, node, common, exitAction: .closeCaption)
        case .figure: return open(.figure, node, common, exitAction: .closeFigure)
        case .figcaption: return open(.figcaption, node, common, exitAction: .closeCaption)
        case .cite where builder.isOpen(.figcaption): return open(.cite, node, common, exitAction: .closeCredit)
        case .span where !needsSpan(common): return .nothing
        case .bdo where common.validDirection == nil: return .nothing
        case .rt where Self.holdsReadings(node): return .nothing
        default: return open(element, node, common, exitAction: .close)
        }
    }

    /// Returns true for an `rtc` with an `rt` inside.
    private static func holdsReadings(_ node: GumboTree.Node) -> Bool {
        node.pointee.v.element.tag == GUMBO_TAG_RTC
            && (0..<GumboTree.childCount(node)).contains { index in
                guard let child = GumboTree.child(node, index), GumboTree.isElement(child) else { return false }
                return child.pointee.v.element.tag == GUMBO_TAG_RT
            }
    }

    private mutating func division(_ node: GumboTree.Node, _ common: GlobalAttributes) -> ExitAction? {
        if common.roles.contains(.figure), !builder.isOpen(.figure) {
            return open(.figure, node, common, exitAction: .closeFigure)
        }
        if common.roles.contains(.caption), builder.isOpen(.figure) {
            return open(.figcaption, node, common, exitAction: .closeCaption)
        }
        return open(.div, node, common, exitAction: .close)
    }

    mutating func open(
        _ wanted: SafeHTMLElement, _ node: GumboTree.Node, _ common: GlobalAttributes, exitAction: ExitAction
    ) -> ExitAction {
        guard let element = builder.begin(wanted) else {
            guard wanted.isBlock, builder.isInPreformatted else {
                if wanted.isBlock { builder.separateWords() }
                return wanted.isBlock ? .endLine : .nothing
            }
            builder.breakPreformattedLine()
            return .endLine
        }
        if let name = unusedID(common) {
            builder.writeID(name)
            if element == .span { builder.keepWhenEmpty() }
        }
        specificAttributes(element, node, common)
        if let direction = common.validDirection { builder.attribute("dir", direction.description) }
        if let language = common.validLanguage { builder.attribute("lang", language) }
        builder.finishTag(pictures: pictures.count)
        // A caption that became a `div` belongs to no figure.
        if case .closeCaption = exitAction, element != .figcaption { return .close }
        return exitAction
    }

    /// Begins a paragraph, a figure or a caption that the source lacks.
    mutating func begin(_ wanted: SafeHTMLElement) -> ExitAction {
        guard let element = builder.begin(wanted) else {
            if builder.isInPreformatted { builder.breakPreformattedLine() } else { builder.separateWords() }
            return .endLine
        }
        builder.finishTag()
        return element == .figcaption ? .closeCaption : .close
    }

    // MARK: Leaving

    mutating func leave(_ exitAction: ExitAction) {
        switch exitAction {
        case .nothing: break
        case .close: builder.close()
        // bounded: a count of elements
        case .closeSeveral(let count): for _ in 0..<count { builder.close() }
        case .closeFigure: builder.close()
        case .closeCaption: closeCaption()
        case .closeCredit: closeCredit()
        case .endNoscript: noscriptDepth -= 1
        case .endLine:
            if builder.isInPreformatted { builder.breakPreformattedLine() } else { builder.separateWords() }
        }
    }

    private mutating func closeCredit() {
        let closed = builder.close()
        let credit = builder.text.text(from: closed.textStart)
        guard closed.hasContent, !credit.isEmpty, let figure = innermostFigure else { return }
        for index in captionedPictures(of: figure) where pictures[index].credit == nil {
            pictures[index].credit = CaptionParser.withoutLabel(credit)
        }
        pendingCredit = (closed.textStart, builder.text.bytes.count)
    }

    /// The range of the credit in the plain text of the open caption.
    private var pendingCredit: (start: Int, end: Int)?

    private var innermostFigure: SafeHTMLBuilder.OpenElement? { builder.openElements.last { $0.element == .figure } }

    /// Returns the range of the figure's pictures, but at most the last 500, as a figure may have a caption for each
    /// picture.
    private func captionedPictures(of figure: SafeHTMLBuilder.OpenElement) -> Range<Int> {
        let first = max(figure.pictureStart, pictures.count - 500)
        return first..<max(first, pictures.count)  // bounded: `max` sees to it
    }

    /// Closes a caption. Its credit is no part of the plain text, in which readers search for what is told.
    private mutating func closeCaption() {
        let closed = builder.close()
        defer { pendingCredit = nil }
        guard closed.hasContent, let figure = innermostFigure else { return }
        var (words, credit) = (builder.text.text(from: closed.textStart), String?.none)
        if let pendingCredit, pendingCredit.start >= closed.textStart {
            let before = builder.text.text(from: closed.textStart, to: pendingCredit.start)
            words = (before + " " + builder.text.text(from: pendingCredit.end)).trimmed
            builder.text.remove(from: pendingCredit.start, to: pendingCredit.end)
        } else {
            let whole = words
            (words, credit) = CaptionParser.split(whole)
            let end = builder.text.bytes.count
            let start = words.isEmpty ? closed.textStart : end - (whole.utf8.count - words.utf8.count)
            if credit != nil, whole.hasPrefix(words) { builder.text.remove(from: start, to: end) }
        }
        for index in captionedPictures(of: figure) {
            if pictures[index].caption == nil, !words.isEmpty { pictures[index].caption = words }
            if pictures[index].credit == nil { pictures[index].credit = credit }
        }
    }
}
