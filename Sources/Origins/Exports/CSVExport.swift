import Foundation
import JSON
import News

/// A reader of tables of saved pages: of Pocket (`title,url,time_added,tags,status`), of Instapaper
/// (`URL,Title,Selection,Folder,Timestamp`), and any table with a column of addresses.
enum CSVExport {
    private static let addressColumns = ["url", "link", "href", "address"]
    private static let titleColumns = ["title", "name"]
    private static let timeColumns = [
        "time_added", "timestamp", "created", "created_at", "saved_at", "date_saved", "date",
    ]
    private static let tagColumns = ["tags", "labels"]
    /// The folders of Instapaper that say how far a page was read.
    private static let stateFolders: Set = ["", "unread", "archive", "starred"]

    /// Reads a table; nil if its first line names no column of addresses.
    static func read(_ text: String) throws(SavedPagesExportError) -> SavedPagesExport? {
        var rows = CSVRows(text)
        guard let head = rows.next() else { return nil }
        let columns = Dictionary(
            head.enumerated().map { ($1.trimmingCharacters(in: .whitespaces).lowercased(), $0) },
            uniquingKeysWith: { first, _ in first })
        func column(_ names: [String]) -> Int? { names.lazy.compactMap { columns[$0] }.first }
        guard head.count > 1, let address = column(addressColumns) else { return nil }
        let isPocket = columns["time_added"] != nil
        let isInstapaper = columns["folder"] != nil && columns["timestamp"] != nil
        var collector = SavedPagesCollector(isPocket ? .pocket : isInstapaper ? .instapaper : .table)
        let (titles, times, labels) = (column(titleColumns), column(timeColumns), column(tagColumns))
        let (folders, notes) = (columns["folder"], column(["selection", "note"]))
        while let row = rows.next() {
            func field(_ index: Int?) -> String? { index.flatMap { row.indices.contains($0) ? row[$0] : nil } }
            if row.count == 1, row[0].allSatisfy(\.isWhitespace) { continue }
            guard var page = collector.page(at: field(address), named: field(titles)) else { continue }
            page.savedAt = SavedPagesExportReader.date(field(times)) ?? ISODate.parse(field(times))
            let folder = field(folders) ?? ""
            page.tags = SavedPagesExportReader.tags(
                tags(field(labels) ?? "") + (stateFolders.contains(folder.lowercased()) ? [] : [folder]))
            if field(notes)?.contains(where: { !$0.isWhitespace }) == true { collector.dropNote() }
            collector.append(page)
        }
        return try collector.finished()
    }

    /// Returns the tags of a field: a JSON list, or words between bars or commas.
    private static func tags(_ field: String) -> [String] {
        if field.hasPrefix("["), let list = ExportJSON.value(Array(field.utf8))?.elements {
            return list.compactMap(\.nonEmptyString)
        }
        let separator: Character = field.contains("|") ? "|" : ","
        return field.split(separator: separator).map(String.init)
    }
}

/// The rows of a table in the form of RFC 4180. Quoted fields may contain commas, line ends and doubled quotes; a quote
/// that is never closed ends with the text.
struct CSVRows: Sequence, IteratorProtocol {
    private var bytes: Substring.UTF8View
    /// The most bytes of one field that are kept.
    private static let maxFieldBytes = 1 << 16
    private static let maxFields = 64

    init(_ text: String) { bytes = text[...].utf8 }

    mutating func next() -> [String]? {
        guard !bytes.isEmpty else { return nil }
        var (row, field, isQuoted): ([String], [UInt8], Bool) = ([], [], false)
        func text(_ field: [UInt8]) -> String { String(decoding: field, as: UTF8.self) }
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                guard bytes.first == UInt8(ascii: "\"") else {
                    isQuoted = false
                    continue
                }
                _ = bytes.popFirst()
                field.append(byte)
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ",") where !isQuoted:
                if row.count < Self.maxFields { row.append(text(field)) }
                field = []
            case UInt8(ascii: "\r") where !isQuoted: continue
            case UInt8(ascii: "\n") where !isQuoted: return row + [text(field)]
            default: if field.count < Self.maxFieldBytes { field.append(byte) }
            }
        }
        return row + [text(field)]
    }
}
