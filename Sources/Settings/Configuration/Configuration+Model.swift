import Foundation
import Texts

extension Configuration.Model: KeyedSettings {
    package static let initial = Self(url: "", name: "")
    package static let keys: [Key<Self>] = [
        Key("url", \.url, .line.required.checked { urlFault($0, schemes: ["https", "http"]) })
            .example(#""http://127.0.0.1:11434/v1""#),
        Key("name", \.name, .line.required).example(#""llama3.1""#),
        Key("key", \.key, .secret).example(nil, #""~/.config/newsdigest/model.key""#),
        Key("summaries", \.summaries, .boolean).example("true", note: "of the chosen stories"),
        Key("intro", \.intro, .boolean).example("true", note: "a few lines at the beginning"),
        Key("rate", \.rate, .boolean).example("true", note: "the importance of the 60 best stories"),
        Key("translate", \.translate, .language("is"))
            .example(#""en""#, note: "headlines and summaries of stories in other languages"),
        Key("embeddings", \.embeddings, .line)
            .example(#""nomic-embed-text""#, note: "a model for sentence vectors, instead of [grouping] vectors"),
        Key("max_tokens_a_day", \.maxTokensADay, .integer(0...1_000_000_000)).note("0: no limit"),
        Key("timeout", \.timeout, .duration("1s", "10m")).note("of one request"),
        Key("retries", \.retries, .integer(0...10)),
        Key("max", \.max, .integer(1...1000)).note("the most stories of one run"),
        Key("context", \.context, .integer(1024...10_000_000)).note("tokens of a request with its answer"),
        Key("parallel", \.parallel, .integer(1...32)).note("requests side by side"),
    ]
}

extension Configuration.Generator {
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
        max = GroupingTable.initial.max
    }
}
