import Texts

extension String {
    /// The title as it is shown. In place of an empty title, this is the address, or else the source.
    func shownTitle(url: String?, source: String = "") -> String { nonEmpty ?? url?.nonEmpty ?? source }
}
