#pragma once

// libxml2 built with ICU pulls in ICU's C headers, which clash with the copy inside Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <string.h>

#include "byteblock.h"
#include "parserfields.h"

/// Where a byte first stands; NULL where it does not.
static inline const unsigned char *newsdigest_find(const unsigned char *start, unsigned char byte, size_t count) {
    return memchr(start, byte, count);
}
