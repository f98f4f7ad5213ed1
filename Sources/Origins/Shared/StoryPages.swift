import Feeds
import Fetching
import Foundation
import Markup
import News

/// Fetches a page, and the pages it goes on to, through the same door and with the same manners as feeds: one request
/// at a time at its host, Retry-After heeded, sizes bounded, addresses vetted. Both whole texts of feeds' stories and
/// pages that a person opens come this way.
struct StoryPages: Sendable {
    let fetcher: Fetcher

    /// A story cut into more pages than these ends there.
    static let mostParts = 6
    /// The most bytes taken of one page: 4 MiB. Pages of stories are seldom a tenth of that.
    static let largestPage = 4 << 20
    /// Pages that only lead on to another (`<meta http-equiv=refresh>`) are followed so often.
    static let mostLeads = 2

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
    /// Grows when pages must be read again though they are unchanged.
    private static var rules: Int { FullTextReading.rules }

    /// The story at an address.
    /// - Throws: `SourceError`; sentences name the host. A later page that cannot be had for good ends the story, one
    ///   that cannot be had for now fails it, so that it is asked for again as a whole.
    func story(at address: WebAddress) async throws(SourceError) -> FullText {
        switch try await answer(to: PageRequest(address: address)).reading {
        case .text(let text): return text
        case .nothing(_, let why): throw .unreadable(why: why)
        case .unchanged: throw .unreadable(why: "\(address.host) says that nothing has changed")
        }
    }

    /// What the page at an address holds, whether a text or not.
    /// - Throws: `SourceError` when it could not be had, as `story(at:)`.
    func answer(to request: PageRequest) async throws(SourceError) -> PageAnswer {
        let known = AnswerMemory(request.memory, reading: Self.rules)
        var address = request.address
        var leads = 0
        while true {
            let answer = try await fetch(address, remembering: leads == 0 ? known : nil)
            if var known, answer.isUnmodified {
                known.heed(answer)
                return PageAnswer(
                    .unchanged, memory: known.kept, freshSeconds: known.freshSeconds, mayBeKept: answer.mayBeKept,
                    status: answer.status)
            }
            let (reading, lead) = try await read(answer, askedAt: request.address, at: address)
            if let lead, leads < Self.mostLeads, lead != address {
                leads += 1
                address = lead
                continue
            }
            // What was led to has validators of its own, which the address asked for would not understand.
            let memory = leads == 0 ? AnswerMemory(reading: Self.rules, answer).kept : nil
            return PageAnswer(
                reading, memory: memory, freshSeconds: answer.freshFor.map { Int($0.components.seconds) },
                mayBeKept: answer.mayBeKept, status: answer.status)
        }
    }

    /// - Returns: what the page holds, and where it leads on to if it is there for nothing else.
    private func read(
        _ answer: FetchAnswer, askedAt asked: WebAddress, at address: WebAddress
    ) async throws(SourceError) -> (PageAnswer.Reading, lead: WebAddress?) {
        let here = WebAddress(answer.address) ?? address
        guard Self.isPage(answer) else {
            let file = here.path.split(separator: "/").last.map { String($0).removingPercentEncoding ?? String($0) }
            return (.nothing(title: file, why: NoPage.sentence(answer, at: here.host)), nil)
        }
        let html: String
        do { html = try DocumentText.page(answer.body, charset: answer.charset) } catch {
            return (.nothing(title: nil, why: error.sentence), nil)
        }
        var reading = FullTextReading(FullTextPart(address: here, html: html))
        while let next = reading.next, reading.parts.count < Self.mostParts {
            do {
                reading.append(try await part(at: next))
            } catch {
                guard error.isForGood else { throw error }
                break
            }
        }
        do {
            var text = try reading.story()
            text.publishedAt = text.publishedText.flatMap { FeedDate.parse($0) }
            guard let why = NoPage.obstacle(html, asked: asked, found: here, text: text) else {
                return (.text(text), nil)
            }
            return (.nothing(title: text.title, why: why), nil)
        } catch {
            let facts = PageFacts.read(html, address: here)
            let why = NoPage.obstacle(html, asked: asked, found: here, text: nil)
            switch error {
            case .noArticle(let found):
                return (.nothing(title: facts.title, why: why ?? found), facts.refreshAddress)
            }
        }
    }

    /// A later page of the same story.
    private func part(at address: WebAddress) async throws(SourceError) -> FullTextPart {
        let answer = try await fetch(address, remembering: nil)
        guard Self.isPage(answer) else { throw .unreadable(why: NoPage.sentence(answer, at: address.host)) }
        do {
            return FullTextPart(
                address: WebAddress(answer.address) ?? address,
                html: try DocumentText.page(answer.body, charset: answer.charset))
        } catch { throw .unreadable(why: error.sentence) }
    }

    private func fetch(
        _ address: WebAddress, remembering memory: AnswerMemory?
    ) async throws(SourceError) -> FetchAnswer {
        var request = FetchRequest(
            address: address.text, accept: Self.accept, validators: memory?.validators, limit: Self.largestPage)
        request.validatorsFrom = memory?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }

    /// What is called HTML, or called nothing and begins like it.
    private static func isPage(_ answer: FetchAnswer) -> Bool {
        switch answer.contentType {
        case "text/html", "application/xhtml+xml": true
        case nil, "", "text/plain", "application/octet-stream", "application/xml", "text/xml":
            answer.body.lazy.filter { $0 > 0x20 }.prefix(9).elementsEqual("<!doctype".utf8) { $0 | 0x20 == $1 | 0x20 }
                || answer.body.lazy.filter { $0 > 0x20 }.prefix(5).elementsEqual("<html".utf8) {
                    $0 | 0x20 == $1 | 0x20
                }
        default: false
        }
    }
}

extension SourceError {
    /// Whether asking again would change nothing.
    fileprivate var isForGood: Bool {
        switch self {
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: true
        case .refused(let status, _): status < 500
        case .busy, .unreachable: false
        }
    }
}
