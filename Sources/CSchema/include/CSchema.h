#pragma once

/// The files of one schema version, in the order in which they run, each closed with a zero; a null pointer ends the list.
typedef struct {
    int version;
    const char *const *files;
} tidings_migration;

/// All versions, ascending; version 0 ends the list. The first creates every table.
const tidings_migration *tidings_migrations(void);
