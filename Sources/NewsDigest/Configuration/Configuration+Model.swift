import Foundation
import Texts

extension Configuration.Model {
    init(_ table: ConfigurationTable<ModelKey>, home: String) throws {
        self.init(
            url: try table.require(.url, try table.line(.url)), name: try table.require(.name, try table.line(.name)))
        if let fault = urlFault(url, schemes: ["https", "http"]) { throw table.error(.url, fault) }
        key = try table.secret(.key, file: .keyFile, command: .keyCommand, home: home)
        try table.read(.maxTokensADay, into: &maxTokensADay) { table in { try table.integer($0, in: 0...1_000_000_000) }
        }
        try table.read(.timeout, into: &timeout) { table in { try table.duration($0, from: "1s", to: "10m") } }
        try table.read(.retries, into: &retries) { table in { try table.integer($0, in: 0...10) } }
        try table.read(.context, into: &context) { table in { try table.integer($0, in: 1024...10_000_000) } }
        try table.read(.parallel, into: &parallel) { table in { try table.integer($0, in: 1...32) } }
        try table.read(.max, into: &max) { table in { try table.integer($0, in: 1...1000) } }
        try table.read(.summaries, into: &summaries) { $0.boolean }
        try table.read(.intro, into: &intro) { $0.boolean }
        try table.read(.rate, into: &rate) { $0.boolean }
        translate = try table.string(.translate)
        if let translate, !LanguageTag.isPlausible(translate) {
            throw table.error(.translate, "is \"\(translate)\"; write the code of the language, such as \"en\"")
        }
        embeddings = try table.line(.embeddings)
    }
}

extension Configuration.Writer {
    /// The model in place of a program.
    init(_ model: Configuration.Model, _ work: Work = .summaries) {
        self.init(name: "model \(model.name)", command: [])
        (self.model, timeout, self.work) = (model, model.timeout, work)
        max = work == .ratings ? Configuration.Model.mostRated : model.max
    }

    /// The model for sentence vectors in place of a program.
    init?(vectorsOf model: Configuration.Model) {
        guard let name = model.embeddings else { return nil }
        var model = model
        model.name = name
        self.init(model)
        max = 2000
    }
}
