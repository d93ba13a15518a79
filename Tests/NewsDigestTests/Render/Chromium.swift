import Foundation
import Testing

/// A headless browser that works in a folder.
struct Chromium {
    enum Scheme: CaseIterable { case light, dark }

    struct Frame {
        var name: String
        var page: String
        var width: Int

        init(_ name: String, _ page: String, width: Int) {
            self.name = name
            self.page = page
            self.width = width
        }
    }

    struct NothingFound: Error {}

    static let isUsable = (try? Chromium(TemporaryFolder()).run([], on: nil).contains("<html>")) ?? false

    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Look")

    private let folder: TemporaryFolder
    private let timeout: Program
    private let chromium: Program

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        timeout = try #require(Program("timeout"))
        chromium = try #require(Program("chromium") ?? Program("chromium-browser") ?? Program("google-chrome"))
    }

    /// What a script of `Look/` leaves in the last element of a page with these frames.
    func dom(of frames: [Frame], running script: String, in scheme: Scheme) throws -> String {
        let tags = try frames.enumerated().map { index, frame in
            _ = try folder.write(frame.page, to: "\(index).html")
            return "<iframe name=\"\(frame.name)\" src=\"\(index).html\" "
                + "style=\"width:\(frame.width)px;height:900px;border:0\"></iframe>"
        }
        return try answer(of: page(tags, running: script), in: scheme)
    }

    /// The first screens of a page, wide and narrow side by side, at half their size.
    func screenshot(of html: String, in scheme: Scheme) throws -> Data {
        _ = try folder.write(html, to: "shot.html")
        let tags = [760, 320].map {
            "<iframe src=\"shot.html\" style=\"width:\($0)px;height:2000px;border:0\"></iframe>"
        }
        let picture = folder("shot.png")
        _ = try run(
            ["--force-device-scale-factor=0.5", "--window-size=1080,2000", "--screenshot=\(picture)"],
            on: page(tags, running: nil), in: scheme)
        return try Data(contentsOf: URL(filePath: picture))
    }

    private func page(_ tags: [String], running script: String?) throws -> String {
        let element = script.map { "<script src=\"\(Self.scripts.appending(path: $0).absoluteString)\"></script>" }
        return try folder.write(
            "<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0;white-space:nowrap\">"
                + "\(element ?? "")\(tags.joined())</body>", to: "page.html")
    }

    private func answer(of page: String, in scheme: Scheme) throws -> String {
        let dom = try run([], on: page, in: scheme)
        guard let start = dom.range(of: "<pre>", options: .backwards), let end = dom.range(of: "</pre>") else {
            throw NothingFound()
        }
        let text = String(dom[start.upperBound..<end.lowerBound])
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    /// The page's DOM, unless the options ask for something else.
    private func run(_ options: [String], on page: String?, in scheme: Scheme = .light) throws -> String {
        let asked = options.isEmpty ? ["--dump-dom"] : options
        return try timeout.run(
            [
                "60", chromium.path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--allow-file-access-from-files", "--user-data-dir=\(folder("profile"))",
                // Nothing is asked for, wherever a picture is said to be.
                "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:1",
                "--blink-settings=preferredColorScheme=\(scheme == .light ? 1 : 0)",
            ] + asked + [page.map { "file://\($0)" } ?? "about:blank"], input: [])
    }
}
