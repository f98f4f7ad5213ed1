import HTTPTypes
import Hummingbird
import Library
import Markup
import News

extension PathPattern {
    static let ownData: Self = "settings/export", ownDataFile: Self = "settings/export/:file"
}

extension ReaderEndpoint {
    /// The page with the files of what is the reader's own, and the files.
    static let ownData: [Self] = [
        .page(.ownData) { scope in OwnDataPage().page(for: scope) },
        .response(.get, .ownDataFile) { routes, request, context in
            let scope = try await routes.responder.makeScope(request, context)
            guard let name = context.parameters.get("file"), let file = OwnDataFile(rawValue: name) else {
                throw LibraryError.notThere
            }
            return OwnDataPage.response(file, scope)
        },
    ]
}

/// A settings page with the files of what is the reader's own.
struct OwnDataPage {
    func page(for scope: RequestScope) -> HTMLPage {
        SettingsView.page(scope, OwnDataStrings.title) { w in
            w.element(.p, class: "note", text: OwnDataStrings.explanation)
            SettingsView.writeGroup(nil, into: &w) { w in
                for file in OwnDataFile.allCases {
                    write(
                        PathPattern.ownDataFile.path(file.rawValue), Self.downloadName(of: file),
                        OwnDataStrings.detail(file), scope, &w)
                }
                write(PathPattern.exportOPML.text, "tidings.opml", OwnDataStrings.feeds, scope, &w)
            }
            w.element(.p, class: "note", text: OwnDataStrings.deletion)
        }
    }

    private func write(
        _ path: String, _ name: String, _ detail: String, _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        w.element(
            .a, class: "settings-row",
            [.href("/\(scope.edition.id.rawValue)/\(path)"), .attribute("download", name)]
        ) { w in
            w.element(.span) { w in
                w.element(.b, text: name)
                w.element(.small, text: detail)
            }
            Icon.download.write(scope, into: &w)
        }
    }

    /// Returns the name that a browser stores a file under.
    private static func downloadName(of file: OwnDataFile) -> String { "tidings-\(file.rawValue)" }

    /// Returns a file, which is written as it is read.
    static func response(_ file: OwnDataFile, _ scope: RequestScope) -> Response {
        let (service, reader) = (scope.library.ownData, scope.reader)
        return Response(
            status: .ok,
            headers: [
                .contentType: file.mediaType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(downloadName(of: file))\"",
            ],
            body: ResponseBody { writer in
                var writer = writer
                try await service.write(file, for: reader) { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            })
    }
}
