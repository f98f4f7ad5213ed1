import Library
import Markup
import News

/// The form of a section on the front page. Sections take turns, by the pictures that they hold.
enum SectionForm: CaseIterable {
    /// Rows with small pictures or none.
    case rows
    /// The first two rows side by side, their pictures above them.
    case pair
    /// The first row with its picture over the whole width.
    case pictureLed

    /// The class of the section; nil for rows.
    var style: StaticString? {
        switch self {
        case .rows: nil
        case .pictureLed: "picture-led"
        case .pair: "pair"
        }
    }

    /// Returns the position of the picture of a section's row.
    func slot(at index: Int) -> PictureSlot {
        switch self {
        case .pictureLed where index == 0: .sectionLead
        case .pair where index < 2: .pair
        default: .section
        }
    }

    /// Returns true if a section can have the form.
    /// - Parameter pictures: the pictures of its rows.
    func fits(_ pictures: [PictureDetails?]) -> Bool {
        switch self {
        case .rows: true
        case .pictureLed: pictures.first??.isLarge == true
        case .pair: pictures.count > 1 && pictures[0] != nil && pictures[1] != nil
        }
    }
}

extension FrontPageView {
    /// The forms of the sections. A section without pictures has rows, and takes no turn.
    var sectionForms: [SectionForm] {
        guard takesTurns else { return front.sections.map { _ in .rows } }
        let view = StoryRowView(scope: scope, list: nil)
        let hasPictureLead = front.lead.flatMap { view.leadPicture($0.row) } != nil
        let forms = SectionForm.allCases
        var turn = hasPictureLead ? 0 : forms.count - 1
        return front.sections.enumerated().map { index, section in
            let pictures = section.rows.map { $0.isExternal ? nil : view.visiblePicture($0) }
            guard pictures.contains(where: { $0 != nil }) else { return .rows }
            let allowed = allowedForms(at: index, hasPictureLead: hasPictureLead)
            let turns = (0..<forms.count).map { forms[(turn + $0) % forms.count] }
            let next = turns.first { allowed.contains($0) && $0.fits(pictures) } ?? .rows
            turn = ((forms.firstIndex(of: next) ?? 0) + 1) % forms.count
            return next
        }
    }

    /// Returns the forms that a section may have by its place: beside a lead no large picture, and none where a wide
    /// screen's last row has wider columns (`front-page.css`).
    private func allowedForms(at index: Int, hasPictureLead: Bool) -> [SectionForm] {
        let (count, beside) = (front.sections.count, hasPictureLead ? 2 : 0)
        if index < beside { return [.rows, .pair] }
        let inLastRow = (count - beside) % 3
        guard index >= count - inLastRow else { return SectionForm.allCases }
        let spansTablet = count % 2 == 1 && index == count - 1
        return inLastRow == 1 || spansTablet ? [.rows] : [.rows, .pair]
    }

    /// True if the page is composed: of weighed stories, in rows that have small pictures.
    private var takesTurns: Bool {
        guard scope.edition.options.front.order == .weighed, scope.listLayout == .list else { return false }
        return [.sourced, .left, .right].contains(scope.edition.theme.rowStyle)
    }
}
