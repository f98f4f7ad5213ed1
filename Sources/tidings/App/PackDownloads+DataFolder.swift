import Foundation
import Origins
import Packs

extension PackDownloads {
    /// Below the data folder. Pictures that the Library stores (`media/ab/HASH`) are not fetched again.
    init(dataFolder: URL) {
        let media = dataFolder.appending(path: "media")
        self.init(
            folder: dataFolder.appending(path: "downloads"),
            hasMedium: { medium in
                let file = media.appending(path: "\(medium.id.hex.prefix(2))/\(medium.id.hex)")
                // One that cannot be looked at is fetched.
                let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
                return attributes?[.type] as? FileAttributeType == .typeRegular
                    && (attributes?[.size] as? NSNumber)?.intValue == medium.size
            })
    }
}
