"""Lists what is linked into the program: `inventory.py PROGRAM CHECKOUTS RESOLVED TOOLCHAIN VERSION LICENCES SBOM`.

PROGRAM must have its symbols. LICENCES becomes a text with the licences of all that is linked, SBOM a list of it as SPDX 2.3.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

# What the system provides at run time, and its licence.
SYSTEM_LIBRARIES = [
    ("glibc", "LGPL-2.1-or-later"), ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1"), ("sqlite", "blessing"),
    ("libyaml", "MIT"), ("libcurl", "curl"), ("openssl", "Apache-2.0"),
]
OWN_LICENCE = "Apache-2.0"


def linked_modules(program):
    """The Swift modules with code in the program, found by their mangled names."""
    symbols = subprocess.check_output(["nm", "--defined-only", "--format=just-symbols", program], text=True)
    modules = set()
    for length, rest in re.findall(r"^\$s(\d+)(\w+)", symbols, flags=re.M):
        modules.add(rest[:int(length)])
    return modules


def licence_files(folder):
    files = sorted(f for f in folder.iterdir() if re.match(r"(LICEN[CS]E|NOTICE|COPYING)", f.name, re.I) and f.is_file())
    if not files:
        sys.exit(f"error: {folder} has no licence")
    return files


def licence_name(files):
    """The SPDX expression of a package's licence files."""
    licence = files[0].read_text(encoding="utf-8")
    if "Apache License" in licence:
        has_exception = "Runtime Library Exception" in licence
        return "Apache-2.0 WITH Swift-exception" if has_exception else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in licence:
        return "MIT"
    sys.exit(f"error: unknown licence in {files[0]}")


def linked_packages(program, checkouts, resolved):
    modules = linked_modules(program)
    pins = {pin["identity"].lower(): pin for pin in json.loads(resolved.read_text())["pins"]}
    for folder in sorted(checkouts.iterdir()):
        targets = set(re.findall(r"arget\(\s*name:\s*\"(\w+)\"", (folder / "Package.swift").read_text()))
        targets |= {path.name for path in folder.glob("Sources/*")}
        if modules & targets:
            pin = pins[folder.name.lower()]
            files = licence_files(folder)
            yield {
                "name": folder.name, "version": pin["state"].get("version", pin["state"]["revision"]),
                "location": pin["location"].removesuffix(".git"), "licence": licence_name(files), "files": files,
            }


def toolchain_parts(toolchain):
    """What the toolchain puts into every program that contains Swift's library."""
    version = re.search(r"Swift version (\S+)", subprocess.check_output([f"{toolchain}/bin/swift", "--version"], text=True, stderr=subprocess.DEVNULL))
    yield {
        "name": "swift", "version": version[1], "location": "https://github.com/swiftlang/swift",
        "licence": "Apache-2.0 WITH Swift-exception", "files": [pathlib.Path(toolchain, "share/swift/LICENSE.txt")],
    }
    libstdcxx = pathlib.Path("/usr/share/doc/libstdc++6/copyright")
    if libstdcxx.is_file():
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libstdc++6"], capture_output=True, text=True).stdout
        yield {
            "name": "libstdc++", "version": version or "unknown", "location": "https://gcc.gnu.org",
            "licence": "GPL-3.0-or-later WITH GCC-exception-3.1", "files": [libstdcxx],
        }


def licences(parts):
    yield "receipts contains the software below, under these licences.\n"
    for part in parts:
        yield f"{part['name']} {part['version']}: {part['licence']}\n{part['location']}"
    for part in parts:
        for file in part["files"]:
            title = f"{part['name']}: {file.name}"
            yield f"\n\n{title}\n{'=' * len(title)}\n\n{file.read_text(encoding='utf-8').strip()}"


def spdx_package(identifier, name, version, location, licence, purl=None):
    package = {
        "SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": location, "filesAnalyzed": False,
        "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
    }
    if purl:
        package["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return package


def spdx(parts, program, version):
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    # The same build has the same list: https://reproducible-builds.org/docs/source-date-epoch/
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    own = spdx_package("SPDXRef-receipts", "receipts", version, "NOASSERTION", OWN_LICENCE)
    own["primaryPackagePurpose"] = "APPLICATION"
    packages, relations = [own], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-receipts")]
    for part in parts:
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", part["name"])
        location = part["location"]
        purl = None
        if location.startswith("https://github.com/") and part["name"] != "swift":
            purl = f"pkg:swift/{location.removeprefix('https://')}@{part['version']}"
        packages.append(spdx_package(
            identifier, part["name"], part["version"], location if "gcc" in location else f"git+{location}", part["licence"], purl))
        relations.append(("SPDXRef-receipts", "STATIC_LINK", identifier))
    for name, licence in SYSTEM_LIBRARIES:
        identifier = f"SPDXRef-system-{name}"
        packages.append(spdx_package(identifier, name, "NOASSERTION", "NOASSERTION", licence))
        relations.append(("SPDXRef-receipts", "DYNAMIC_LINK", identifier))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"receipts-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/receipts-{version}-{digest}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: firestore-receipts-inventory"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }


program, checkouts, resolved, toolchain, version, licences_file, sbom_file = sys.argv[1:]
packages = list(linked_packages(program, pathlib.Path(checkouts), pathlib.Path(resolved)))
if not packages:
    sys.exit(f"error: {program} has no symbols, so what is linked into it cannot be told")
parts = packages + list(toolchain_parts(toolchain))
pathlib.Path(licences_file).write_text("\n".join(licences(parts)) + "\n", encoding="utf-8")
pathlib.Path(sbom_file).write_text(json.dumps(spdx(parts, program, version), indent=2) + "\n", encoding="utf-8")
