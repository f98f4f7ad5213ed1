// The invented publications, one text file each, and their pictures, embedded when the package is built.
#pragma once
#include <stddef.h>

/// One embedded file: its name without folder and ending, and its bytes, which live as long as the process.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t length;
} tidings_sample_file;

/// How many files are embedded. A file that was not there when the package was built is not counted.
size_t tidings_sample_file_count(void);

/// The file at `index`, which is below the count; an empty one where it is not.
tidings_sample_file tidings_sample_file_at(size_t index);

/// The picture at `index` of the file `pictures`, without a name: its whole file at twice the line's index, from 0, its
/// small copy after that; an empty one beyond the last.
tidings_sample_file tidings_sample_picture_at(size_t index);
