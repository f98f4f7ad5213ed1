import Library
import News

/// The address of a list as deep as it is shown.
struct ListPlace {
    let list: StoryList
    let visit: Visit

    /// - Parameters:
    ///   - depth: how many rows.
    ///   - trouble: why the origin gave no more, for the sentence below the rows.
    func path(depth: Int, trouble: String? = nil) -> String {
        let path =
            switch list {
            case .section(let id): visit.path(Route.section(id, depth: depth))
            case .channel(let id): visit.path(Route.channel(id, depth: depth))
            case .everything: visit.path(Route.everything(depth: depth))
            case .unread, .saved, .within:
                "\(visit.path(route))?depth=\(depth)\(visit.isEverywhere ? "&everywhere=1" : "")"
            }
        return path + (trouble.map { "&older=\($0)#more" } ?? "")
    }

    private var route: Route { list.isSaved ? .saved : list.isUnread ? .unread : .everything(depth: 0) }
}
