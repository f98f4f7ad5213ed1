import Foundation
import Library
import Markup
import News
import Packs

/// A page that tells the effects of a publication before it, with the ways to publish now or later.
struct PackPublicationPage {
    private static let maxTitles = 12

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let plan = try await scope.library.packProjects.plan(
            identity: context.contents.project.identity, in: scope.edition)
        return context.page(PackEditorStrings.publish, back: .page(.packEditor)) { w in
            w.element(.h1, text: PackEditorStrings.publishVersion(plan.version.description))
            if let due = context.contents.project.publishDueAt { Self.writeWaiting(due, scope, &w) }
            if let failure = context.contents.project.publishFailure {
                w.element(.p, class: "form-error", [.role("alert")], text: failure)
            }
            Self.writeDifference(plan, context, &w)
            Self.writeFindings(plan, context, &w)
            if plan.isPublishable { Self.writeForms(scope, &w) }
        }
    }

    private static func writeWaiting(_ due: Date, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(
            .p, class: "pack-status", [.role("status")], text: PackEditorStrings.publicationWaits(scope.time.long(due)))
        ActionForm(
            scope, .cancelPackPublication, returnPath: scope.path(.page(.packPublication)), style: "native-submit"
        ).writeButton(PackEditorStrings.cancelPublication, into: &w)
    }

    private static func writeDifference(
        _ plan: PackPublicationPlan, _ context: PackEditingContext, _ w: inout HTMLWriter
    ) {
        let difference = plan.difference
        guard !difference.isEmpty else { return w.element(.p, class: "note", text: PackEditorStrings.nothingToPublish) }
        if plan.lostFavourites > 0 {
            w.element(.p, class: "form-error", text: PackEditorStrings.favouritesLost(plan.lostFavourites))
        }
        for (title, pages) in [
            (PackEditorStrings.newPages(difference.added.count), difference.added),
            (PackEditorStrings.changedPages(difference.changed.count), difference.changed),
            (PackEditorStrings.removedPages(difference.removed.count), difference.removed),
        ] where !pages.isEmpty {
            w.element(.h2, class: "group-heading", text: title)
            w.element(.ul, class: "pack-differences") { w in
                for page in pages.prefix(maxTitles) {
                    w.element(.li) { w in
                        if context.pack.pages[page.slug] == nil {
                            w.text(page.title)
                        } else {
                            w.element(.a, [.href(context.path(page.slug))], text: page.title)
                        }
                    }
                }
                if pages.count > maxTitles { w.element(.li, text: PackEditorStrings.andMore(pages.count - maxTitles)) }
            }
        }
        let counts = difference.photographs
        if !counts.isEmpty {
            w.element(.p, text: PackEditorStrings.photographChanges(counts.added, counts.changed, counts.removed))
        }
        if difference.isDescriptionChanged { w.element(.p, text: PackEditorStrings.descriptionChanged) }
    }

    private static func writeFindings(
        _ plan: PackPublicationPlan, _ context: PackEditingContext, _ w: inout HTMLWriter
    ) {
        guard !plan.findings.isEmpty else { return }
        let hasFaults = plan.findings.contains(where: \.isFault)
        w.element(
            .h2, class: "group-heading",
            text: hasFaults ? PackEditorStrings.mendFirst : PackEditorStrings.readersWouldMiss)
        w.element(.ul, class: "pack-findings") { w in
            for finding in plan.findings {
                w.element(.li, class: finding.isFault ? "form-error" : "note") { w in
                    if case .page(let slug) = finding.key, let page = context.pack.pages[slug] {
                        w.element(.a, [.href(context.path(slug))], text: page.page.title)
                        w.text(": ")
                    }
                    w.text(finding.message)
                }
            }
        }
    }

    private static func writeForms(_ scope: RequestScope, _ w: inout HTMLWriter) {
        let page = scope.path(.page(.packPublication))
        let values = FormFieldValues(scope, .publishPack, faults: PackEditorStrings.faultyFields)
        values.writeFormFault(&w)
        ActionForm(scope, .publishPack, returnPath: page, style: "native-submit")
            .writeButton(PackEditorStrings.publishNow, style: "button primary", into: &w)
        ActionForm(scope, .publishPack, returnPath: page, style: "inline-form native-submit").write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: PackEditorStrings.publishLater)
                w.void(
                    .input, class: "input",
                    [.type("datetime-local"), .name("time"), .required(), .value(values.value("time", ""))])
                values.writeFault("time", &w)
            }
            w.element(.button, class: "button", text: PackEditorStrings.schedule)
        }
    }
}
