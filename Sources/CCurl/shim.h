#pragma once

#include <curl/curl.h>

// `curl_easy_setopt` is variadic and so not imported: one typed wrapper per kind of argument.

static inline CURLcode newsdigest_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode newsdigest_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
