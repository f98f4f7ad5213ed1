import CGumbo
import Foundation

/// One cleaning: walks gumbo's tree and tells the emitter what to keep.
struct CleaningRun {
    let base: WebAddress?
    var emitter: Emitter
    var pictures: [PictureMention] = []
    /// Addresses written last, to know the same picture again when it comes as a lazy one and in a `noscript`.
    var recentPictures: [String] = []
    /// Whether what the page hides is shown, for pages that hide everything.
    var keepsHidden = false
    private var path: [Level] = []
    private var noscripts = 0
    private let treatments = Treatment.table
    private let standIns: StandIns?

    private struct Level {
        var node: Tree.Node
        var next = 0
        var leaving: Leaving
    }

    /// What is to be done when an element's content is done.
    enum Leaving {
        case nothing, close, closeFigure, closeCaption, closeCredit, endNoscript, endLine
    }

    /// `standIns` are those of the tree to be walked.
    init(base: WebAddress?, reserving capacity: Int, standIns: StandIns? = nil, keepsLines: Bool = false) {
        self.base = base
        self.standIns = standIns
        emitter = Emitter(reserving: capacity, keepsLines: keepsLines)
    }

    mutating func run(_ root: Tree.Node) {
        path.reserveCapacity(64)
        path.append(Level(node: root, leaving: .nothing))
        while let top = path.last {
            guard top.next < Tree.childCount(top.node), !emitter.isFull else {
                path.removeLast()
                leave(top.leaving)
                continue
            }
            path[path.count - 1].next += 1
            guard let child = Tree.child(top.node, top.next), let leaving = enter(child) else { continue }
            path.append(Level(node: child, leaving: leaving))
        }
    }

    // MARK: Entering

    /// Handles a node; nil when its content is not to be visited.
    mutating func enter(_ node: Tree.Node) -> Leaving? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            if noscripts == 0, let text = node.pointee.v.text.text { write(Tree.bytes(text)) }
            return nil
        case GUMBO_NODE_ELEMENT:
            guard node.pointee.v.element.tag_namespace == GUMBO_NAMESPACE_HTML else { return nil }
            return enterElement(node)
        default: return nil
        }
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard let standIns else { return emitter.write(text) }
        var written = 0
        while let (at, run) = standIns.next(in: text, from: written) {
            // bounded: `max` or the test before sees to it
            if at > written { emitter.write(UnsafeBufferPointer(rebasing: text[written..<at])) }
            emitter.write(run)
            written = at + 4
        }
        if written < text.count { emitter.write(UnsafeBufferPointer(rebasing: text[written...])) }
    }

    private mutating func enterElement(_ node: Tree.Node) -> Leaving? {
        let tag = node.pointee.v.element.tag
        let treatment = tag == GUMBO_TAG_UNKNOWN ? Self.unknown(node) : treatments[Int(tag.rawValue)]
        let common = CommonAttributes(node)
        if common.isHidden && !keepsHidden || common.roles.contains(.furniture) {
            if case .keep(let element) = treatment, !element.isBlock { return nil }
            emitter.separate()
            return nil
        }
        if noscripts > 0 { return enterFallback(node, treatment, common) }
        if let mail = common.mail {
            mail.withUnsafeBufferPointer { emitter.write($0) }
            return nil
        }
        switch treatment {
        case .drop: return nil
        case .unwrap: return unwrap(node, common)
        case .keep(let element): return keep(element, node, common)
        case .division: return division(node, common)
        case .noscript:
            noscripts += 1
            return .endNoscript
        case .anchor: return anchor(node, common)
        default: return enterVoid(treatment, node, common)
        }
    }

    private mutating func enterVoid(_ treatment: Treatment, _ node: Tree.Node, _ common: CommonAttributes) -> Leaving? {
        switch treatment {
        case .lineBreak: emitter.lineBreak()
        case .wordBreak: emitter.wordBreak()
        case .rule: emitter.rule()
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

    /// Inside a `noscript` only pictures and players count; its text speaks of scripts.
    private mutating func enterFallback(_ node: Tree.Node, _ treatment: Treatment, _ common: CommonAttributes)
        -> Leaving?
    {
        switch treatment {
        case .drop, .lineBreak, .wordBreak, .rule, .input: return nil
        case .picture: picture(node, common, isFallback: true)
        case .pictureSet: pictureSet(node, isFallback: true)
        case .frame, .media, .object: return enterVoid(treatment, node, common)
        case .noscript:
            noscripts += 1
            return .endNoscript
        default: return .nothing
        }
        return nil
    }

    // MARK: Elements that stay

    private mutating func keep(_ element: Element, _ node: Tree.Node, _ common: CommonAttributes) -> Leaving? {
        if common.roles.contains(.credit), emitter.isOpen(.figure), element != .a, !element.isTableStructure {
            if element == .span || element == .small || element == .cite || element == .i || element == .em {
                return open(.cite, node, common, leaving: .closeCredit)
            }
        }
        switch element {
        case .p where common.roles.contains(.caption) && emitter.isOpen(.figure):
            return open(.figcaption, node, common, leaving: .closeCaption)
        case .figure: return open(.figure, node, common, leaving: .closeFigure)
        case .figcaption: return open(.figcaption, node, common, leaving: .closeCaption)
        case .cite where emitter.isOpen(.figcaption): return open(.cite, node, common, leaving: .closeCredit)
        case .span where !isWorthASpan(common): return .nothing
        case .bdo where common.vettedDirection == nil: return .nothing
        default: return open(element, node, common, leaving: .close)
        }
    }

    private func isWorthASpan(_ common: CommonAttributes) -> Bool {
        common.vettedLanguage != nil || common.vettedDirection != nil || freeID(common) != nil
    }

    /// The element's id in its safe form, nil when another bears it.
    func freeID(_ common: CommonAttributes) -> [UInt8]? {
        guard let id = common.id, let name = AnchorName.read(id[...]), !emitter.isTaken(name) else { return nil }
        return name
    }

    private mutating func division(_ node: Tree.Node, _ common: CommonAttributes) -> Leaving? {
        if common.roles.contains(.figure), !emitter.isOpen(.figure) {
            return open(.figure, node, common, leaving: .closeFigure)
        }
        if common.roles.contains(.caption), emitter.isOpen(.figure) {
            return open(.figcaption, node, common, leaving: .closeCaption)
        }
        return open(.div, node, common, leaving: .close)
    }

    mutating func open(
        _ wanted: Element, _ node: Tree.Node, _ common: CommonAttributes, leaving: Leaving
    ) -> Leaving {
        guard let element = emitter.begin(wanted) else {
            guard wanted.isBlock, emitter.isInPreformatted else {
                if wanted.isBlock { emitter.separate() }
                return wanted.isBlock ? .endLine : .nothing
            }
            emitter.lineInPreformatted()
            return .endLine
        }
        if let name = freeID(common) {
            emitter.id(name)
            if element == .span { emitter.keepWhenEmpty() }
        }
        ownAttributes(element, node, common)
        if let direction = common.vettedDirection { emitter.attribute("dir", direction.description) }
        if let language = common.vettedLanguage { emitter.attribute("lang", language) }
        emitter.finishTag(pictures: pictures.count)
        // A caption that became a division has no figure to speak for.
        if case .closeCaption = leaving, element != .figcaption { return .close }
        return leaving
    }

    /// Begins a paragraph that no element of the source stands for.
    mutating func beginParagraph() -> Leaving {
        guard emitter.begin(.p) != nil else {
            if emitter.isInPreformatted { emitter.lineInPreformatted() } else { emitter.separate() }
            return .endLine
        }
        emitter.finishTag()
        return .close
    }

    // MARK: Leaving

    mutating func leave(_ leaving: Leaving) {
        switch leaving {
        case .nothing: break
        case .close: emitter.close()
        case .closeFigure: emitter.close()
        case .closeCaption: closeCaption()
        case .closeCredit: closeCredit()
        case .endNoscript: noscripts -= 1
        case .endLine:
            if emitter.isInPreformatted { emitter.lineInPreformatted() } else { emitter.separate() }
        }
    }

    private mutating func closeCredit() {
        let closed = emitter.close()
        let credit = emitter.text.text(from: closed.textStart)
        guard closed.hasContent, !credit.isEmpty, let figure = innermostFigure else { return }
        // bounded: `max` or the test before sees to it
        for index in figure.pictureStart..<max(figure.pictureStart, pictures.count) where pictures[index].credit == nil
        {
            pictures[index].credit = Caption.withoutLabel(credit)
        }
        pendingCredit = (closed.textStart, emitter.text.bytes.count)
    }

    /// Where a credit inside the caption being read stands in the plain text.
    private var pendingCredit: (start: Int, end: Int)?

    private var innermostFigure: Emitter.Open? { emitter.open.last { $0.element == .figure } }

    private mutating func closeCaption() {
        let closed = emitter.close()
        defer { pendingCredit = nil }
        guard closed.hasContent, let figure = innermostFigure else { return }
        var words = emitter.text.text(from: closed.textStart)
        var credit: String?
        if let pendingCredit, pendingCredit.start >= closed.textStart {
            let before = emitter.text.text(from: closed.textStart, to: pendingCredit.start)
            words = (before + " " + emitter.text.text(from: pendingCredit.end)).trimmed
        } else {
            (words, credit) = Caption.split(words)
        }
        // bounded: `max` or the test before sees to it
        for index in figure.pictureStart..<max(figure.pictureStart, pictures.count) {
            if pictures[index].caption == nil, !words.isEmpty { pictures[index].caption = words }
            if pictures[index].credit == nil { pictures[index].credit = credit }
        }
    }
}
