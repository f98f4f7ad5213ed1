#include <libxml/xmlversion.h>
// ICU's headers need not be there for a parser that tells nobody.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
