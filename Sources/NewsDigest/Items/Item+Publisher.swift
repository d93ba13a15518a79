import Cleaning
import Values

extension Item {
    var publisher: PublisherName { PublisherName(source: source, url: url) }
}
