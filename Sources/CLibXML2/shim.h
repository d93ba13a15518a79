#pragma once

// libxml2 built with ICU pulls in ICU's C headers, which clash with the copy inside Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

/// `xmlFree` is a mutable global function pointer, which Swift 6 cannot reach safely.
static inline void newsdigest_xmlFree(void *pointer) { xmlFree(pointer); }
