#ifndef RECEIPTS_CYAML_SHIM_H
#define RECEIPTS_CYAML_SHIM_H

#include <yaml.h>

#endif
