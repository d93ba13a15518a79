/// What stands between the parts of a title, such as the name of a site, a section and a headline.
package enum TitleSeparators {
    /// Those with a space on both sides, which seldom stand inside a part.
    package static let spaced = [" - ", " -- ", " | ", " – ", " — ", " :: ", " // ", " » ", " « ", " > "]
    /// With those that often stand inside a headline.
    package static let all = spaced + ["| ", ": "]
}
