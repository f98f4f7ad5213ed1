// The database's schema and its migrations, as files of SQL, embedded in the binary by C23's #embed.
// A new version is a file of frozen SQL (`schema/201-….sql`), a block here, and a line in `migrations`.
#include "CSchema.h"
#include <stddef.h>

// SwiftPM has no way to ask for C23 alone; clang embeds in every dialect and only warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char sources_200[] = {
#embed "schema/200-sources.sql" suffix(,)
    0};
static const char stories_200[] = {
#embed "schema/200-stories.sql" suffix(,)
    0};
static const char readers_200[] = {
#embed "schema/200-readers.sql" suffix(,)
    0};
static const char marks_200[] = {
#embed "schema/200-marks.sql" suffix(,)
    0};
static const char sign_in_200[] = {
#embed "schema/200-sign-in.sql" suffix(,)
    0};
static const char remote_200[] = {
#embed "schema/200-remote.sql" suffix(,)
    0};
static const char packs_200[] = {
#embed "schema/200-packs.sql" suffix(,)
    0};
static const char writing_200[] = {
#embed "schema/200-writing.sql" suffix(,)
    0};

static const char devices_201[] = {
#embed "schema/201-devices.sql" suffix(,)
    0};
static const char topics_202[] = {
#embed "schema/202-topics.sql" suffix(,)
    0};

static const char headlines_203[] = {
#embed "schema/203-headlines.sql" suffix(,)
    0};

static const char delivery_204[] = {
#embed "schema/204-delivery.sql" suffix(,)
    0};

static const char digests_205[] = {
#embed "schema/205-digests.sql" suffix(,)
    0};

static const char alerts_206[] = {
#embed "schema/206-alerts.sql" suffix(,)
    0};

static const char hubs_207[] = {
#embed "schema/207-hubs.sql" suffix(,)
    0};

static const char pack_projects_208[] = {
#embed "schema/208-pack-projects.sql" suffix(,)
    0};

static const char app_passwords_209[] = {
#embed "schema/209-app-passwords.sql" suffix(,)
    0};

static const char pack_publication_210[] = {
#embed "schema/210-pack-publication.sql" suffix(,)
    0};

static const char people_211[] = {
#embed "schema/211-people.sql" suffix(,)
    0};

static const char passkeys_212[] = {
#embed "schema/212-passkeys.sql" suffix(,)
    0};

static const char outside_identities_213[] = {
#embed "schema/213-outside-identities.sql" suffix(,)
    0};

static const char apostrophes_in_names_214[] = {
#embed "schema/214-apostrophes-in-names.sql" suffix(,)
    0};

static const char cluster_days_215[] = {
#embed "schema/215-cluster-days.sql" suffix(,)
    0};

// Tables before those that refer to them.
static const char *const files_200[] = {sources_200, stories_200, readers_200, marks_200,  sign_in_200,
                                        remote_200,  packs_200,   writing_200, NULL};

static const char *const files_201[] = {devices_201, NULL};
static const char *const files_202[] = {topics_202, NULL};

static const char *const files_203[] = {headlines_203, NULL};

static const char *const files_204[] = {delivery_204, NULL};

static const char *const files_205[] = {digests_205, NULL};

static const char *const files_206[] = {alerts_206, NULL};

static const char *const files_207[] = {hubs_207, NULL};

static const char *const files_208[] = {pack_projects_208, NULL};
static const char *const files_209[] = {app_passwords_209, NULL};

static const char *const files_210[] = {pack_publication_210, NULL};

static const char *const files_211[] = {people_211, NULL};
static const char *const files_212[] = {passkeys_212, NULL};

static const char *const files_213[] = {outside_identities_213, NULL};

static const char *const files_214[] = {apostrophes_in_names_214, NULL};

static const char *const files_215[] = {cluster_days_215, NULL};

static const tidings_migration migrations[] = {
    {200, files_200},
    {201, files_201},
    {202, files_202},
    {203, files_203},
    {204, files_204},
    {205, files_205},
    {206, files_206},
    {207, files_207},
    {208, files_208},
    {209, files_209},
    {210, files_210},
    {211, files_211},
    {212, files_212},
    {213, files_213},
    {214, files_214},
    {215, files_215},
    {0, NULL},
};

const tidings_migration *tidings_migrations(void) { return migrations; }
