// Towns from GeoNames (https://www.geonames.org), CC BY 4.0; held in the binary by C23's #embed.
#include "CGazetteer.h"

// SwiftPM has no way to ask for C23 alone; clang embeds in every dialect and only warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char gazetteer[] = {
#embed "gazetteer.z"
};

const unsigned char *tidings_gazetteer(size_t *length) {
    *length = sizeof gazetteer;
    return gazetteer;
}
