#include "vipsshim.h"
#include <vips/vips.h>
int tidings_vips_start(void) { return vips_init("tidings"); }
