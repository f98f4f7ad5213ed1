import CAssets
import Foundation
import Library
import News

/// The newspapers of a house: those that came with Tidings, and the operator's own.
enum Editions {
    /// The files that are held in the binary, in the Newsstand's order.
    static var shipped: [EditionRack.Shipped] {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        return files.compactMap { file in
            let name = String(cString: file.name)
            guard name.hasPrefix("editions/") else { return nil }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.length)
            return EditionRack.Shipped(
                name: String(name.dropFirst("editions/".count)), text: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Where the operator's own files are.
    static func folder(in data: URL) -> URL { data.appending(path: "editions", directoryHint: .isDirectory) }

    /// - Parameters:
    ///   - shipped: those that came with Tidings, as far as this house is to have them.
    ///   - only: the edition that alone is shown; nil for all.
    /// - Throws: `Trouble` when there is no such edition.
    static func rack(
        _ household: Household, shipped: [EditionRack.Shipped] = shipped, only: String?
    ) throws(Trouble) -> EditionRack {
        let catalog = household.catalog
        let only = only.map(EditionID.init(rawValue:))
        let rack = EditionRack(
            shipped: shipped, folder: folder(in: household.configuration.dataFolder), only: only,
            knows: { catalog.knows($0) })
        tell(rack)
        guard let only, !rack.editions.contains(where: { $0.id == only }) else { return rack }
        let names = (["mine"] + rack.usable.map(\.id.rawValue)).joined(separator: ", ")
        throw Trouble(.usage, "There is no edition “\(only.rawValue)” to be shown. There are: \(names).")
    }

    /// Says on standard error what is wrong in which file.
    static func tell(_ rack: EditionRack) {
        for file in rack.files where !file.complaints.isEmpty {
            for complaint in file.complaints {
                Terminal.complain("editions/\(file.name):\(complaint)")
            }
        }
    }
}
