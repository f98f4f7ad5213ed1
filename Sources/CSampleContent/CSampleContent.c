#include "CSampleContent.h"
