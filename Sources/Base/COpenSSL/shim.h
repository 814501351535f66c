#ifndef RECEIPTS_COPENSSL_SHIM_H
#define RECEIPTS_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

// Macros in one version of OpenSSL and functions in another.
static inline int receipts_key_type(const EVP_PKEY *key) { return EVP_PKEY_base_id(key); }
static inline int receipts_key_bits(const EVP_PKEY *key) { return EVP_PKEY_bits(key); }
static inline int receipts_set_key_bits(EVP_PKEY_CTX *context, int bits) {
    return EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits);
}

#endif
