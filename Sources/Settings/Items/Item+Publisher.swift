import Cleaning
import Values

extension Item {
    package var publisher: PublisherName { PublisherName(source: source, url: url) }
}
