// malloc.h of glibc, which Swift's Glibc module leaves out: mallopt(3).
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
