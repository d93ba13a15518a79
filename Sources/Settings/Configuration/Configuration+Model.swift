import Foundation
import Texts

extension Configuration.Model {
    init(_ table: ConfigurationTable<ModelKey>, home: String) throws {
        self.init(
            url: try table.require(.url, try table.line(.url)), name: try table.require(.name, try table.line(.name)))
        if let fault = urlFault(url, schemes: ["https", "http"]) { throw table.error(.url, fault) }
        key = try table.secret(.key, file: .keyFile, command: .keyCommand, home: home)
        maxTokensADay = try table.integer(.maxTokensADay, in: 0...1_000_000_000) ?? maxTokensADay
        timeout = try table.duration(.timeout, from: "1s", to: "10m") ?? timeout
        retries = try table.integer(.retries, in: 0...10) ?? retries
        context = try table.integer(.context, in: 1024...10_000_000) ?? context
        parallel = try table.integer(.parallel, in: 1...32) ?? parallel
        max = try table.integer(.max, in: 1...1000) ?? max
        summaries = try table.boolean(.summaries) ?? summaries
        intro = try table.boolean(.intro) ?? intro
        rate = try table.boolean(.rate) ?? rate
        translate = try table.string(.translate)
        if let translate, !LanguageTag.isPlausible(translate) {
            throw table.error(.translate, "is \"\(translate)\"; write the code of the language, such as \"en\"")
        }
        embeddings = try table.line(.embeddings)
    }
}

extension Configuration.Writer {
    /// The model in place of a program.
    package init(_ model: Configuration.Model, _ work: Work = .summaries) {
        self.init(name: "model \(model.name)", command: [])
        (self.model, timeout, self.work) = (model, model.timeout, work)
        max = work == .ratings ? Configuration.Model.mostRated : model.max
    }

    /// The model for sentence vectors in place of a program.
    package init?(vectorsOf model: Configuration.Model) {
        guard let name = model.embeddings else { return nil }
        var model = model
        model.name = name
        self.init(model)
        max = 2000
    }
}
