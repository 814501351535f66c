#ifndef RECEIPTS_COPENSSL_SHIM_H
#define RECEIPTS_COPENSSL_SHIM_H

#include <dlfcn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

// The functions of libcrypto that are used. Nothing is linked to it, because a program that needs none of them would start later. The
// types are those of OpenSSL's own headers.
#define RECEIPTS_OPENSSL_FUNCTIONS(each) \
    each(BIO_free) each(BIO_new_mem_buf) each(ERR_clear_error) each(EVP_Digest) each(EVP_DigestSign) \
    each(EVP_DigestSignInit) each(EVP_MD_CTX_free) each(EVP_MD_CTX_new) each(EVP_PKEY_free) each(EVP_md5) \
    each(EVP_sha1) \
    each(EVP_sha256) each(PEM_read_bio_PrivateKey) RECEIPTS_OPENSSL_RENAMED(each)

// Version 3 has new names for two of them.
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
#define RECEIPTS_LIBCRYPTO "libcrypto.so.3"
#define RECEIPTS_KEY_TYPE EVP_PKEY_get_base_id
#define RECEIPTS_KEY_BITS EVP_PKEY_get_bits
#define RECEIPTS_OPENSSL_RENAMED(each) each(EVP_PKEY_get_base_id) each(EVP_PKEY_get_bits)
#else
#define RECEIPTS_LIBCRYPTO "libcrypto.so.1.1"
#define RECEIPTS_KEY_TYPE EVP_PKEY_base_id
#define RECEIPTS_KEY_BITS EVP_PKEY_bits
#define RECEIPTS_OPENSSL_RENAMED(each) each(EVP_PKEY_base_id) each(EVP_PKEY_bits)
#endif

struct receipts_openssl {
#define RECEIPTS_MEMBER(name) __typeof__(&name) _Nonnull name;
    RECEIPTS_OPENSSL_FUNCTIONS(RECEIPTS_MEMBER)
#undef RECEIPTS_MEMBER
};

// Loads libcrypto. Returns 0 on success.
static inline int receipts_openssl_load(struct receipts_openssl *_Nonnull functions) {
    void *library = dlopen(RECEIPTS_LIBCRYPTO, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
#define RECEIPTS_FIND(name) \
    functions->name = (__typeof__(functions->name))dlsym(library, #name); \
    if (!functions->name) return -1;
    RECEIPTS_OPENSSL_FUNCTIONS(RECEIPTS_FIND)
#undef RECEIPTS_FIND
    return 0;
}

static inline int receipts_key_type(struct receipts_openssl openssl, const EVP_PKEY *key) {
    return openssl.RECEIPTS_KEY_TYPE(key);
}

static inline int receipts_key_bits(struct receipts_openssl openssl, const EVP_PKEY *key) {
    return openssl.RECEIPTS_KEY_BITS(key);
}

// A macro in one version of OpenSSL and a function in another.
static inline int receipts_set_key_bits(EVP_PKEY_CTX *context, int bits) {
    return EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits);
}

#endif
