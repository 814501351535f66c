"""Writes a man page for each command: `manual.py FOLDER VERSION DATE <HELP`. HELP is the JSON that
`receipts --experimental-dump-help` prints."""
import json
import pathlib
import re
import sys

EXIT_STATUS = [
    ("0", "The command did what it was asked to."),
    ("1", "Something was denied, no longer existed, or failed. Standard error names each."),
    ("2", "The arguments are wrong."),
    ("69", "The server cannot be reached."),
    ("130", "The command was interrupted."),
]
ENVIRONMENT = [
    ("FIRESTORE_EMULATOR_HOST", "The host and port of an emulator of Firestore."),
    ("FIREBASE_DATABASE_EMULATOR_HOST", "The host and port of an emulator of the Realtime Database."),
    ("GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT", "The project."),
    ("FIRESTORE_TOKEN", "An access token, for production."),
    ("GOOGLE_APPLICATION_CREDENTIALS", "A file with credentials, for production."),
]


def text(plain):
    """Plain text as troff: no line starts a request, and hyphens and backslashes print as themselves."""
    escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return re.sub(r"^(?=[.'])", r"\\&", escaped, flags=re.M)


def spelling(name):
    return ("-" if name["kind"] != "long" else "--") + name["name"]


def value(argument):
    return f"\\fI{text(argument['valueName'])}\\fR"


def usage(argument):
    """An argument as the synopsis shows it."""
    shown = value(argument)
    if argument["kind"] != "positional":
        shown = f"\\fB{text(spelling(argument['preferredName']))}\\fR"
        if argument["kind"] == "option":
            shown += " " + value(argument)
    if argument["isRepeating"]:
        shown += " ..."
    return f"[{shown}]" if argument["isOptional"] else shown


def title(argument):
    """An argument as the list of options names it."""
    if argument["kind"] == "positional":
        return value(argument)
    names = ", ".join(f"\\fB{text(spelling(name))}\\fR" for name in argument["names"])
    return f"{names} {value(argument)}" if argument["kind"] == "option" else names


def description(argument):
    parts = [argument.get("abstract", "")]
    if argument.get("discussion"):
        parts.append(argument["discussion"])
    if argument.get("allValues"):
        parts.append("One of: " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue"):
        parts.append("Default: " + argument["defaultValue"] + ".")
    return " ".join(part for part in parts if part)


def visible(things):
    return [thing for thing in things if thing["shouldDisplay"]]


def items(pairs):
    for name, words in pairs:
        yield ".TP"
        yield name
        yield text(words) if words else "\\&"


def page(command, path, version, date):
    name = "-".join(path)
    arguments = visible(command.get("arguments", []))
    subcommands = [c for c in visible(command.get("subcommands", [])) if c["commandName"] != "help"]
    yield f'.TH "{name.upper()}" 1 "{date}" "receipts {version}" "User Commands"'
    yield ".SH NAME"
    yield f"{text(name)} \\- {text(command['abstract'].rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield f".B {text(' '.join(path))}"
    yield from (["\\fIsubcommand\\fR"] if subcommands else [usage(a) for a in arguments if a["valueName"] not in ("version", "help")])
    # The exit status has a section of its own.
    paragraphs = [p for p in re.split(r"\n\s*\n", command.get("discussion", ""))
                  if p.strip() and not p.startswith("Exit status:")]
    if paragraphs:
        yield ".SH DESCRIPTION"
        for paragraph in paragraphs:
            if paragraph != paragraphs[0]:
                yield ".PP"
            # Indented lines are examples, which keep their line breaks.
            if paragraph.startswith("  "):
                yield from [".nf", text(paragraph), ".fi"]
            else:
                yield text(paragraph)
    if subcommands:
        yield ".SH SUBCOMMANDS"
        default = command.get("defaultSubcommand")
        yield from items(
            (f"\\fB{text(c['commandName'])}\\fR", c["abstract"] + (" This is the default." if c["commandName"] == default else ""))
            for c in subcommands)
    positional = [a for a in arguments if a["kind"] == "positional"]
    if positional:
        yield ".SH ARGUMENTS"
        yield from items((title(a), description(a)) for a in positional)
    yield ".SH OPTIONS"
    yield from items((title(a), description(a)) for a in arguments if a["kind"] != "positional")
    if len(path) == 1:
        yield ".SH EXIT STATUS"
        yield from items(EXIT_STATUS)
        yield ".SH ENVIRONMENT"
        yield from items(ENVIRONMENT)
    related = [path[:-1]] if len(path) > 1 else []
    related += [path + [c["commandName"]] for c in subcommands]
    if related:
        yield ".SH SEE ALSO"
        names = ["-".join(other) for other in related]
        yield from (f".BR {text(name)} (1)" + (" ," if name != names[-1] else "") for name in names)


def write(command, path, folder, version, date):
    lines = "\n".join(page(command, path, version, date))
    (folder / f"{'-'.join(path)}.1").write_text(lines + "\n", encoding="utf-8")
    for subcommand in visible(command.get("subcommands", [])):
        if subcommand["commandName"] != "help":
            write(subcommand, path + [subcommand["commandName"]], folder, version, date)


folder, version, date = sys.argv[1:]
root = json.load(sys.stdin)["command"]
write(root, [root["commandName"]], pathlib.Path(folder), version, date)
