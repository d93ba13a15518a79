#pragma once

// The only place that reads or changes fields of libxml2's parser. They are not part of its interface, but libxml2
// 2.9.14 has no function for what is needed here. Later versions declare most of them deprecated.

#if LIBXML_VERSION >= 21600
#error "newsdigest supports libxml2 up to 2.15. For a later version, read 'Versions of libxml2' in docs/building.md."
#endif

/// Whether the parser ignores all that follows, after an error or `xmlStopParser`.
static inline _Bool newsdigest_isStopped(xmlParserCtxtPtr parser) { return parser->disableSAX != 0; }

/// What the push parser reads next: `XML_PARSER_CONTENT` in text, `XML_PARSER_CDATA_SECTION` in a CDATA section. Since
/// 2.14, libxml2 waits for the end of a section and reads it at once, so it is never in one.
static inline xmlParserInputState newsdigest_state(xmlParserCtxtPtr parser) { return parser->instate; }

/// Whether a predefined entity gives only its first byte here, because it is in the value of an attribute. Since 2.13,
/// libxml2 uses all of it, and the state is that of the push parser only.
static inline _Bool newsdigest_cutsPredefinedEntities(xmlParserCtxtPtr parser) {
    return LIBXML_VERSION < 21300 && parser->instate == XML_PARSER_ATTRIBUTE_VALUE;
}

/// The bytes that the parser was given and has not read yet, as they are until the next call of the parser.
static inline const xmlChar *newsdigest_pending(xmlParserCtxtPtr parser, long *count) {
    *count = parser->input->end - parser->input->cur;
    return parser->input->cur;
}

/// Forgets the default values of attributes that the document type declared.
static inline void newsdigest_dropDefaultAttributes(xmlParserCtxtPtr parser) {
    xmlHashFree(parser->attsDefault, xmlHashDefaultDeallocator);
    parser->attsDefault = NULL;
}
