#!/usr/bin/env python3
"""Compares what newsdigest reads from a feed with what the tests of other feed parsers for Swift expect.

    bench/others.py --feedkit FOLDER --syndikit FOLDER [--binary .build/release/newsdigest] [--differences]

Each FOLDER is a clone of https://github.com/nmdias/FeedKit or https://github.com/brightdigit/SyndiKit. One that is not
given, or is no clone, is named and left out.

Entries: all feeds among the tests; an entry is an <item>, an <entry> or an object in `items`.
FeedKit's values: each feed that a test compares with a value written in Swift. The script reads that value, and compares
the fields that `newsdigest parse` prints too: texts without tags and repeated spaces, dates as moments.
SyndiKit's values: it has most feeds twice, as XML and as JSON Feed, and its tests compare the titles and texts of both.
Python reads the JSON, newsdigest the XML.
"""
import argparse, datetime, email.utils, glob, html.parser, json, os, re, subprocess, sys, urllib.parse
import xml.etree.ElementTree as ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parsed(binary, path):
    """What newsdigest reads, or None for no feed."""
    result = subprocess.run([binary, 'parse', '--json', path], capture_output=True)
    return json.loads(result.stdout) if result.returncode == 0 else None


def entries_in(path):
    """The entries that a document has by its elements; None for no feed."""
    if path.endswith('.json'):
        with open(path, encoding='utf-8-sig') as document:
            return len(json.load(document).get('items', []))
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:
        # Some are not well-formed on purpose.
        with open(path, 'rb') as document:
            return len(re.findall(rb'<(?:item|entry)[\s>]', document.read()))
    if root.tag == 'rss':
        return len(root.findall('channel/item')) + len(root.findall('item'))
    return len(root.findall('{*}entry')) if re.fullmatch(r'({.*})?feed', root.tag) else None


def count(name, feeds, binary):
    """Says how many documents and entries newsdigest reads of those that are there."""
    read = refused = entries = ours = 0
    for path in feeds:
        expected, feed = entries_in(path), parsed(binary, path)
        if expected is None:
            refused += feed is None
            if feed is not None:
                print(f'  {os.path.basename(path)} is no feed, but was read')
            continue
        read += feed is not None
        entries += expected
        found = len(feed['items']) if feed else 0
        ours += min(found, expected)
        if found != expected:
            print(f'  {os.path.basename(path)}: {found} of {expected} entries')
    print(f'{name}: {len(feeds)} documents; {read} read with {ours} of {entries} entries, {refused} refused that are no feed')


class Text(html.parser.HTMLParser):
    """The words of a text without tags."""

    def __init__(self, markup):
        super().__init__(convert_charrefs=True)
        self.words = ''
        self.feed(markup)
        self.close()

    def handle_data(self, data):
        self.words += data

    def handle_starttag(self, tag, attributes):
        self.words += ' '

    def handle_endtag(self, tag):
        self.words += ' '


def text(value):
    """A text for comparing: as XHTML and escaped HTML have it, until no tag or character reference is left."""
    before = None
    while value != before:
        before, value = value, ' '.join(Text(value).words.split())
    return value


def moment(value):
    """A date of a feed in seconds; an unknown one as it is."""
    for read in (datetime.datetime.fromisoformat, email.utils.parsedate_to_datetime):
        try:
            date = read(re.sub(r'(?<=\d)(?=\+\d\d:\d\d$)', ':00' if re.search(r'T\d\d:\d\d\+', value) else '', value))
            return (date if date.tzinfo else date.replace(tzinfo=datetime.timezone.utc)).timestamp()
        except (ValueError, TypeError):
            continue
    return value


TOKEN = re.compile(r'\s*(?:"""\n(?P<long>.*?)\n\s*"""|"(?P<string>(?:[^"\\]|\\.)*)"|(?P<number>-?\d[\d_]*(?:\.\d+)?)'
                   r'|(?P<name>[A-Za-z_]\w*)|(?P<sign>[.,:()\[\]]))', re.S)


class Swift:
    """Reads a value as Swift writes it: `.init(a: 1)` is a dictionary, `[...]` a list, `….date(from:)` its text."""

    def __init__(self, source):
        self.tokens = []
        position = 0
        while (token := TOKEN.match(source, position)) is not None:
            self.tokens.append((token.lastgroup, token[token.lastgroup]))
            position = token.end()
        self.tokens.append(('end', ''))

    def take(self, sign=None):
        kind, value = self.tokens[0]
        if sign is not None and value != sign:
            raise ValueError(f'expected {sign}, found {value}')
        return self.tokens.pop(0)

    def next(self):
        return self.tokens[0][1] if self.tokens[0][0] == 'sign' else None

    def arguments(self, end):
        """Values up to a closing sign, each with its label or None."""
        values = []
        while self.next() != end:
            label = None
            if self.tokens[0][0] == 'name' and self.tokens[1] == ('sign', ':'):
                label = self.take()[1]
                self.take(':')
            values.append((label, self.value()))
            if self.next() == ',':
                self.take()
        self.take(end)
        return values

    def value(self):
        kind, value = self.take()
        if kind == 'long':
            return '\n'.join(line.strip() for line in value.split('\n'))
        if kind == 'string':
            return re.sub(r'\\(.)', lambda match: {'n': '\n', 't': '\t'}.get(match[1], match[1]), value)
        if kind == 'number':
            return float(value.replace('_', '')) if '.' in value else int(value.replace('_', ''))
        if value == '[':
            return [value for _, value in self.arguments(']')]
        if value == '(':
            return dict(self.arguments(')'))
        if kind == 'name' and value in ('nil', 'true', 'false'):
            return {'nil': None, 'true': True, 'false': False}[value]
        if value == '.':
            value = self.take()[1]
        return self.calls(value)

    def calls(self, value):
        """What follows a name: calls of it and of its members."""
        while self.next() in ('.', '('):
            if self.take()[1] == '.':
                value = self.take()[1]
                continue
            arguments = dict(self.arguments(')'))
            value = arguments['from'] if value == 'date' else arguments
        return value


def at(value, *keys):
    """A member deep in a value, or None."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def texts(values, *keys):
    return [at(value, *keys) for value in values or []] or None


def link(links, relation):
    return next((at(link, 'attributes', 'href') for link in links or [] if at(link, 'attributes', 'rel') == relation), None)


def attached(attributes, names):
    return attributes and {ours: attributes[theirs] for ours, theirs in names.items() if attributes.get(theirs) is not None}


def author(value):
    """The name of `address (name)`, as a list."""
    return value and [re.sub(r'^\S+@\S+ \((.*)\)$', r'\1', value)]


def subject(dublin_core):
    return dublin_core and [dublin_core['subject']]


def of_rss(feed):
    channel = feed['channel']
    period = at(channel, 'syndication', 'updatePeriod')
    about = {'title': channel.get('title') or at(channel, 'dublinCore', 'title') or at(channel, 'iTunes', 'title'),
             'link': channel.get('link'), 'description': channel.get('description') or at(channel, 'dublinCore', 'description'),
             'language': channel.get('language') or at(channel, 'dublinCore', 'language'),
             'authors': author(channel.get('managingEditor') or at(channel, 'dublinCore', 'creator') or at(channel, 'iTunes', 'author')),
             'published': channel.get('pubDate'), 'updated': channel.get('lastBuildDate') or at(channel, 'dublinCore', 'date'),
             'image': at(channel, 'image', 'url') or at(channel, 'iTunes', 'image', 'attributes', 'href'),
             'self': link(at(channel, 'atom', 'links'), 'self'), 'hub': link(at(channel, 'atom', 'links'), 'hub'),
             'ttl': 60 // channel['syndication']['updateFrequency'] if period == 'hourly' else channel.get('ttl')}
    return about, [of_item(item) for item in channel.get('items') or []]


def of_item(item):
    file = attached(at(item, 'enclosure', 'attributes'), {'url': 'url', 'type': 'type', 'length': 'length'})
    return {'id': at(item, 'guid', 'text'), 'title': item.get('title') or at(item, 'dublinCore', 'title') or at(item, 'iTunes', 'title'),
            'link': item.get('link'), 'published': item.get('pubDate') or at(item, 'dublinCore', 'date'),
            'authors': author(at(item, 'dublinCore', 'creator') or at(item, 'iTunes', 'author') or item.get('author')),
            'summary_text': item.get('description') or at(item, 'dublinCore', 'description'),
            'content_text': at(item, 'content', 'encoded'), 'comments': item.get('comments'),
            'categories': texts(item.get('categories'), 'text') or subject(item.get('dublinCore')),
            'language': at(item, 'dublinCore', 'language'), 'enclosures': file and [file],
            'image': at(item, 'iTunes', 'image', 'attributes', 'href')}


def of_atom(feed):
    about = {'id': feed.get('id'), 'title': at(feed, 'title', 'text') or at(feed, 'dublinCore', 'title'),
             'description': at(feed, 'subtitle', 'text') or at(feed, 'dublinCore', 'description'),
             'link': link(feed.get('links'), 'alternate'), 'self': link(feed.get('links'), 'self'),
             'updated': feed.get('updated') or at(feed, 'dublinCore', 'date'), 'language': at(feed, 'dublinCore', 'language'),
             'authors': texts(feed.get('authors'), 'name') or author(at(feed, 'dublinCore', 'creator')),
             'image': feed.get('logo'), 'icon': feed.get('icon')}
    return about, [of_entry(entry) for entry in feed.get('entries') or []]


def of_entry(entry):
    files = [attached(at(link, 'attributes'), {'url': 'href', 'type': 'type', 'length': 'length'})
             for link in entry.get('links') or [] if at(link, 'attributes', 'rel') == 'enclosure']
    return {'id': entry.get('id'), 'title': entry.get('title') or at(entry, 'dublinCore', 'title'),
            'link': link(entry.get('links'), 'alternate'),
            'published': entry.get('published') or at(entry, 'dublinCore', 'date'), 'updated': entry.get('updated'),
            'authors': texts(entry.get('authors'), 'name') or author(at(entry, 'dublinCore', 'creator')),
            'summary_text': at(entry, 'summary', 'text') or at(entry, 'dublinCore', 'description'),
            'content_text': at(entry, 'content', 'text'), 'language': at(entry, 'dublinCore', 'language'),
            'categories': texts(entry.get('categories'), 'attributes', 'term') or subject(entry.get('dublinCore')),
            'enclosures': files or None}


def of_json(feed):
    about = {'id': feed.get('feedURL'), 'title': feed.get('title'), 'link': feed.get('homePageURL'),
             'description': feed.get('description'), 'image': feed.get('icon'), 'icon': feed.get('favicon'),
             'authors': feed.get('author') and [at(feed, 'author', 'name')]}
    return about, [{'id': item.get('id'), 'title': item.get('title'), 'link': item.get('url'), 'image': item.get('image'),
                    'summary_text': item.get('summary'), 'content_text': item.get('contentHtml') or item.get('contentText'),
                    'published': item.get('datePublished'), 'updated': item.get('dateModified'),
                    'authors': item.get('author') and [at(item, 'author', 'name')], 'categories': item.get('tags'),
                    'enclosures': [attached(file, {'url': 'url', 'type': 'mimeType', 'length': 'sizeInBytes'})
                                   for file in item.get('attachments') or []] or None} for item in feed.get('items') or []]


def alike(key, expected, ours):
    if ours is None:
        return False
    if key in ('published', 'updated'):
        return moment(expected) == moment(ours)
    return text(expected) == text(ours) if isinstance(expected, str) else expected == ours


class Tally:
    """Counts equal values, and keeps the others."""

    def __init__(self):
        self.equal, self.different = 0, []

    def add(self, where, key, expected, ours):
        if expected is None:
            return
        if alike(key, expected, ours):
            self.equal += 1
        else:
            self.different.append(f'{where}: {key}: expected {short(expected)}, read {short(ours)}')

    def say(self, name, differences):
        print(f'{name}: {self.equal} of {self.equal + len(self.different)} values are equal')
        for line in self.different if differences else []:
            print('  ' + line)


def short(value):
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return words if len(words) <= 100 else words[:100] + '…'


def expectations(folder):
    """The file of a feed and the value that a test of FeedKit compares with it, for each that is one expression."""
    of_type = {'RSSFeed': of_rss, 'AtomFeed': of_atom, 'JSONFeed': of_json}
    tests = os.path.join(folder, 'Tests/FeedKitTests')
    for path in sorted(glob.glob(f'{tests}/Tests/*Tests.swift')):
        mocks = path.replace('.swift', ' + Mocks.swift')
        if not os.path.exists(mocks):
            continue
        with open(path, encoding='utf-8') as test, open(mocks, encoding='utf-8') as values:
            pairs = re.findall(r'data\(resource: "(.*?)", withExtension: "(.*?)"\)\s*let expected: (\w+) = (\w+)', test.read())
            source = values.read()
        for name, ending, kind, variable in pairs:
            declared = re.search(rf'var {variable}: {kind} {{\s*(?=\.init)', source)
            if declared is None:
                print(f'  {name}.{ending}: the expected value is put together by statements; left out')
                continue
            yield f'{tests}/Resources/{ending}/{name}.{ending}', of_type[kind](Swift(source[declared.end():]).value())


def feedkit(folder, binary, differences):
    count("FeedKit's feeds", sorted(glob.glob(f'{folder}/Tests/FeedKitTests/Resources/*/*')), binary)
    tally = Tally()
    for path, (about, entries) in expectations(folder):
        feed, name = parsed(binary, path) or {'feed': {}, 'items': []}, os.path.basename(path)
        for key, value in about.items():
            tally.add(name, key, value, feed['feed'].get(key))
        for number, entry in enumerate(entries):
            ours = feed['items'][number] if number < len(feed['items']) else {}
            for key, value in entry.items():
                tally.add(f'{name}, entry {number + 1}', key, value, ours.get(key))
    tally.say("FeedKit's values", differences)


def longest(entry):
    """The text of an entry, which an RSS feed may have in its description alone."""
    return entry.get('content_text') or entry.get('summary_text')


def by_title(entries):
    return sorted(entries, key=lambda entry: text(entry.get('title') or ''))


def path(address):
    """The path of an address without slashes at its ends, as SyndiKit's tests compare it."""
    return address and urllib.parse.urlsplit(address).path.strip('/')


def compare_twins(tally, name, feed, twin):
    """Compares a feed that is read from XML with the JSON Feed of the same entries, read by Python."""
    for key, theirs in (('title', 'title'), ('description', 'description')):
        tally.add(name, key, twin.get(theirs) or None, feed['feed'].get(key))
    tally.add(name, 'link', path(twin.get('home_page_url')), path(feed['feed'].get('link')) or '')
    for ours, expected in zip(by_title(feed['items']), by_title(twin['items'])):
        where = f'{name}, {short(expected.get("title") or "")}'
        tally.add(where, 'title', expected.get('title'), ours.get('title'))
        tally.add(where, 'published', expected.get('date_published'), ours.get('published'))
        tally.add(where, 'text', expected.get('content_html') or expected.get('content_text'), longest(ours))


def syndikit(folder, binary, differences):
    feeds = [path for path in sorted(glob.glob(f'{folder}/Data/*/*')) if re.search(r'\.(xml|rss|json)$', path)]
    count("SyndiKit's feeds", feeds, binary)
    tally, twins = Tally(), 0
    for name in sorted(glob.glob(f'{folder}/Data/XML/*.xml')):
        twin = name.replace('/XML/', '/JSON/').replace('.xml', '.json')
        if os.path.exists(twin):
            twins += 1
            with open(twin, encoding='utf-8-sig') as document:
                compare_twins(tally, os.path.basename(name), parsed(binary, name), json.load(document))
    with open(f'{folder}/Tests/SyndiKitTests/RSSCodedTests.swift', encoding='utf-8') as tests:
        for name, frequency in re.findall(r'"(\w+)": SyndicationUpdate\(period: \.hourly, frequency: (\d+)\)', tests.read()):
            feed = parsed(binary, f'{folder}/Data/XML/{name}.xml')
            tally.add(f'{name}.xml', 'ttl', 60 // int(frequency), feed['feed'].get('ttl'))
    tally.say(f"SyndiKit's values ({twins} feeds that are there twice)", differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--binary', default=os.path.join(ROOT, '.build/release/newsdigest'))
    parser.add_argument('--feedkit', metavar='FOLDER')
    parser.add_argument('--syndikit', metavar='FOLDER')
    parser.add_argument('--differences', action='store_true', help='prints each value that differs')
    options = parser.parse_args()
    if not os.path.exists(options.binary):
        sys.exit(f'not there: {options.binary}')
    for name, folder, inside, compare in (
            ('FeedKit', options.feedkit, 'Tests/FeedKitTests', feedkit), ('SyndiKit', options.syndikit, 'Data/XML', syndikit)):
        if folder and os.path.isdir(os.path.join(folder, inside)):
            compare(folder, options.binary, options.differences)
        else:
            print(f'{name}: left out, ' + (f'{folder} is no clone of it' if folder else 'no folder is given'))


main()
