// libcurl as Swift can call it: its functions with variable arguments have a name for each kind of argument, and one
// function sends a mail and keeps what the server said.
#include <curl/curl.h>
#include <string.h>

static inline void tidings_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    curl_easy_setopt(handle, option, value);
}
static inline void tidings_curl_set_number(CURL *handle, CURLoption option, long value) {
    curl_easy_setopt(handle, option, value);
}
static inline void tidings_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    curl_easy_setopt(handle, option, value);
}

typedef struct {
    // The bytes that are left to send.
    const char *bytes;
    size_t length;
    // The last command and the last line of a reply, without line ends and cut where they are too long.
    char command[64];
    char reply[512];
    int is_over;
} tidings_mail;

static inline void tidings_mail_keep(char *line, size_t size, const char *text, size_t length) {
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    if (length == 0) return;
    if (length >= size) length = size - 1;
    memcpy(line, text, length);
    line[length] = 0;
}

static inline size_t tidings_mail_read(char *buffer, size_t size, size_t count, void *context) {
    tidings_mail *mail = (tidings_mail *)context;
    size_t length = size * count < mail->length ? size * count : mail->length;
    memcpy(buffer, mail->bytes, length);
    mail->bytes += length;
    mail->length -= length;
    return length;
}

static inline int tidings_mail_watch(CURL *handle, curl_infotype kind, char *text, size_t length, void *context) {
    tidings_mail *mail = (tidings_mail *)context;
    (void)handle;
    // What follows a refusal is only the farewell.
    if (kind == CURLINFO_HEADER_OUT && length >= 4 && memcmp(text, "QUIT", 4) == 0) mail->is_over = 1;
    if (mail->is_over) return 0;
    if (kind == CURLINFO_HEADER_OUT) tidings_mail_keep(mail->command, sizeof mail->command, text, length);
    if (kind == CURLINFO_HEADER_IN) tidings_mail_keep(mail->reply, sizeof mail->reply, text, length);
    return 0;
}

// Sends the mail; returns the result of libcurl, and the status of the last reply.
static inline CURLcode tidings_mail_send(CURL *handle, tidings_mail *mail, long *status) {
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, tidings_mail_read);
    curl_easy_setopt(handle, CURLOPT_READDATA, (void *)mail);
    curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, tidings_mail_watch);
    curl_easy_setopt(handle, CURLOPT_DEBUGDATA, (void *)mail);
    curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
    CURLcode code = curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
    return code;
}
