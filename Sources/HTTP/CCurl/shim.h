#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

// Makes easy and multi handles distinct types, so that one cannot be passed as the other.
#ifndef CURL_STRICTER
#define CURL_STRICTER
#endif
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif

// The functions of libcurl that are used. Nothing is linked to it: it brings thirty libraries with it, which take longer to load than
// all else at the start of a program that may never make a request. The types are those of curl's own header.
#define CCURL_FUNCTIONS(each) \
    each(easy_cleanup) each(easy_getinfo) each(easy_init) each(easy_pause) each(easy_reset) each(easy_setopt) \
    each(easy_strerror) each(global_init) each(multi_add_handle) each(multi_cleanup) each(multi_info_read) \
    each(multi_init) each(multi_remove_handle) each(multi_setopt) each(multi_socket_action) \
    each(multi_socket_all) each(multi_strerror) each(multi_timeout) each(slist_append) each(slist_free_all) each(version_info)

// curl_multi_socket_all is deprecated, but nothing else lets curl look at everything and says which sockets to wait for.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

struct ccurl_functions {
#define CCURL_MEMBER(name) __typeof__(&curl_##name) _Nonnull name;
    CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
};

// Loads libcurl. Returns null, or the reason why that is not possible.
static inline const char *_Nullable ccurl_load(struct ccurl_functions *_Nonnull functions) {
#ifdef __APPLE__
    void *library = dlopen("libcurl.4.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
#endif
    if (!library) return dlerror();
#define CCURL_FIND(name) \
    functions->name = (__typeof__(functions->name))dlsym(library, "curl_" #name); \
    if (!functions->name) return dlerror();
    CCURL_FUNCTIONS(CCURL_FIND)
#undef CCURL_FIND
    return 0;
}

#pragma clang diagnostic pop

typedef const struct ccurl_functions *_Nonnull ccurl;

// Swift cannot call variadic C functions. Each wrapper fixes the type of its options.

static inline CURLcode ccurl_easy_setopt_long(ccurl curl, CURL *easy, CURLoption option, long value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_offset(ccurl curl, CURL *easy, CURLoption option, curl_off_t value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_string(ccurl curl, CURL *easy, CURLoption option, const char *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_pointer(ccurl curl, CURL *easy, CURLoption option, void *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_setopt_list(ccurl curl, CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLMcode ccurl_multi_setopt_long(ccurl curl, CURLM *multi, CURLMoption option, long value) {
    return curl->multi_setopt(multi, option, value);
}

static inline CURLcode ccurl_easy_getinfo_long(ccurl curl, CURL *easy, CURLINFO info, long *value) {
    return curl->easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_easy_getinfo_pointer(ccurl curl, CURL *easy, CURLINFO info, void **value) {
    return curl->easy_getinfo(easy, info, value);
}

// The callbacks are variadic arguments too. Curl's own signatures are repeated here, so that Swift sees the same
// function types with every version of the headers.

typedef size_t (*ccurl_transfer_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*ccurl_begin_callback)(void *context, char *peer, char *local, int peerPort, int localPort);

static inline CURLcode ccurl_easy_set_write(ccurl curl, CURL *easy, ccurl_transfer_callback callback, void *context) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    return code ? code : curl->easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode ccurl_easy_set_header(ccurl curl, CURL *easy, ccurl_transfer_callback callback, void *context) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    return code ? code : curl->easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode ccurl_easy_set_read(ccurl curl, CURL *easy, ccurl_transfer_callback callback, void *context) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_READFUNCTION, callback);
    return code ? code : curl->easy_setopt(easy, CURLOPT_READDATA, context);
}

static inline CURLcode ccurl_easy_set_seek(ccurl curl, CURL *easy, ccurl_seek_callback callback, void *context) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
    return code ? code : curl->easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

static inline CURLcode ccurl_easy_set_begin(ccurl curl, CURL *easy, ccurl_begin_callback callback, void *context) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
    return code ? code : curl->easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

typedef int (*ccurl_socket_callback)(CURL *easy, curl_socket_t socket, int what, void *context, void *mark);

static inline CURLMcode ccurl_multi_set_socket(ccurl curl, CURLM *multi, ccurl_socket_callback callback, void *context) {
    CURLMcode code = curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return code ? code : curl->multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

// Whether an option exists depends on the version of the headers, which only the preprocessor knows.

static inline CURLcode ccurl_easy_allow_only_http(ccurl curl, CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl->easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Without this, a transfer that is cancelled during a name lookup would block every other transfer until the lookup
// has ended.
static inline CURLcode ccurl_easy_leave_lookups_behind(ccurl curl, CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl->easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}

// The message of a finished transfer lies in a union inside a struct that the next call overwrites.
static inline CURL *ccurl_multi_next_finished(ccurl curl, CURLM *multi, CURLcode *result) {
    int left = 0;
    struct CURLMsg *message;
    while ((message = curl->multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return 0;
}

// A pipe whose ends never block and are closed in other programs. Returns 0 on success.
static inline int ccurl_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
#else
    if (pipe(ends)) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return 0;
#endif
}

// Macros made of other macros, which Swift does not import.
static const CURLversion ccurl_version_now = CURLVERSION_NOW;
static const long ccurl_global_default = CURL_GLOBAL_DEFAULT;
static const size_t ccurl_write_pause = CURL_WRITEFUNC_PAUSE;
static const size_t ccurl_read_abort = CURL_READFUNC_ABORT;
static const curl_socket_t ccurl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const size_t ccurl_error_size = CURL_ERROR_SIZE;

// From the C library, whose module has another name, and whose constants have other types, on every platform.
static const int ccurl_seek_start = SEEK_SET;
#ifdef __linux__
static const int ccurl_epoll_close_on_exec = EPOLL_CLOEXEC;
static const uint32_t ccurl_epoll_in = EPOLLIN;
static const uint32_t ccurl_epoll_out = EPOLLOUT;
static const uint32_t ccurl_epoll_error = EPOLLERR;
static const uint32_t ccurl_epoll_hang_up = EPOLLHUP;
#endif

#endif
