#pragma once

#include <curl/curl.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Bounds how many heaps glibc keeps for a process's threads. A set threshold is not raised by glibc when a large block
// is freed, so each heap keeps little of what is free at its end.
static inline void newsdigest_limit_heaps(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#else
    (void)count;
#endif
}

// Returns the free pages of the heaps to the system.
static inline void newsdigest_trim_heaps(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// `curl_easy_setopt` and its like are variadic and so not imported: one typed wrapper per kind of argument.

static inline CURLcode newsdigest_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// `CURLOPT_WRITEFUNCTION`, `CURLOPT_HEADERFUNCTION` and `CURLOPT_READFUNCTION`.
static inline CURLcode newsdigest_setopt_data(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_opensocket(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode newsdigest_setopt_prereq(CURL *handle, curl_prereq_callback value) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode newsdigest_setopt_debug(CURL *handle, curl_debug_callback value) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value);
}

static inline CURLcode newsdigest_setopt_progress(CURL *handle, curl_xferinfo_callback value) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

// The host of an address in the ASCII form in which it is looked up, to be freed by curl_free(); null where this
// libcurl knows none.
static inline char *newsdigest_lookup_name(CURLU *address) {
    char *name = NULL;
#ifdef CURLU_PUNYCODE
    if (curl_url_get(address, CURLUPART_HOST, &name, CURLU_PUNYCODE) != CURLUE_OK) return NULL;
#else
    (void)address;
#endif
    return name;
}

static inline CURLcode newsdigest_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode newsdigest_getinfo_size(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode newsdigest_getinfo_string(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}
