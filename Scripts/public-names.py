"""Checks the types in public signatures. `public-names` builds and calls it, with the folder of the debug build."""
import glob
import json
import re
import subprocess
import sys
import tempfile

TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor", "swift.typealias"}


def output_of(*command):
    return json.loads(subprocess.check_output(["swift", *command]))


def exports_of(product):
    """The modules that `import product` imports, itself included."""
    found, pending = set(), [product]
    while pending:
        module = pending.pop()
        if module in found:
            continue
        found.add(module)
        for path in glob.glob(f"Sources/*/{module}/**/*.swift", recursive=True):
            with open(path) as file:
                pending += re.findall(r"^@_exported (?:public )?import (\w+)", file.read(), re.MULTILINE)
    return found


def module_of(identifier):
    """The module of a mangled name such as `s:14FirestoreModel9TimestampV`; None for the standard library's."""
    length = re.match(r"s:(\d+)", identifier)
    return identifier[length.end():][:int(length.group(1))] if length else None


class Interface:
    """Reads public interfaces from a build."""

    def __init__(self, build):
        maps = glob.glob(f"{build}/*.build/module.modulemap") + glob.glob("Sources/*/*/module.modulemap")
        maps += glob.glob(".build/checkouts/*/Sources/**/module.modulemap", recursive=True)
        self.arguments = ["-I", f"{build}/Modules"]
        for path in maps:
            self.arguments += ["-Xcc", f"-fmodule-map-file={path}"]
        self.target = output_of("-print-target-info")["target"]["triple"]
        self.graphs = {}

    def symbols(self, module):
        if module not in self.graphs:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(
                    ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                     "-skip-synthesized-members", "-target", self.target, "-output-dir", folder, *self.arguments],
                    check=True)
                self.graphs[module] = []
                for path in glob.glob(f"{folder}/*.symbols.json"):
                    with open(path) as file:
                        self.graphs[module] += json.load(file)["symbols"]
        return self.graphs[module]

    def types(self, module):
        return {".".join(symbol["pathComponents"]) for symbol in self.symbols(module)
                if symbol["kind"]["identifier"] in TYPES}

    def mentions(self, module):
        """The types in a module's signatures, each with its module and the symbol that mentions it."""
        for symbol in self.symbols(module):
            for fragment in symbol["declarationFragments"]:
                origin = module_of(fragment.get("preciseIdentifier", ""))
                if origin:
                    yield origin, fragment["spelling"], ".".join(symbol["pathComponents"])

    def compiles(self, product, names):
        with tempfile.NamedTemporaryFile("w", suffix=".swift") as file:
            file.write(f"import {product}\n")
            file.writelines(f"typealias Type{number} = {name}\n" for number, name in enumerate(sorted(names)))
            file.flush()
            return subprocess.run(
                ["swiftc", "-typecheck", "-swift-version", "6", "-target", self.target, file.name, *self.arguments]
            ).returncode == 0


def main(build):
    package = output_of("package", "dump-package")
    own = {target["name"] for target in package["targets"]}
    products = [product["name"] for product in package["products"] if "library" in product["type"]]
    exports = {product: exports_of(product) for product in products}
    interface = Interface(build)
    is_right = True
    for product in products:
        mentions = {mention for module in exports[product] & own for mention in interface.mentions(module)}
        # A library whose own types are mentioned has to be imported anyway, and with it comes what it exports.
        nameable = exports[product].union(*(exports[origin] for origin, _, _ in mentions if origin in products))
        for origin, name, symbol in sorted(mentions):
            if origin in own and origin not in nameable:
                print(f"{product}: {symbol} uses {name} from {origin}, which it does not export")
                is_right = False
        names = set().union(*(interface.types(module) for module in exports[product] & own))
        is_right = interface.compiles(product, names) and is_right
        print(f"{product}: {len(names)} types")
    return is_right


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1]) else 1)
