"""Writes a man page for each command and for each topic of its help: `manual.py RECEIPTS FOLDER VERSION DATE`, where
RECEIPTS is the program."""
import json
import pathlib
import re
import subprocess
import sys


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


def page(command, path, topics, version, date):
    name = "-".join(path)
    arguments = visible(command.get("arguments", []))
    subcommands = [c for c in visible(command.get("subcommands", [])) if c["commandName"] != "help"]
    yield f'.TH "{name.upper()}" 1 "{date}" "receipts {version}" "User Commands"'
    yield ".SH NAME"
    yield f"{text(name)} \\- {text(command['abstract'].rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield f".B {text(' '.join(path))}"
    yield from (["\\fIsubcommand\\fR"] if subcommands else [usage(a) for a in arguments if a["valueName"] not in ("version", "help")])
    words, _, examples = command.get("discussion", "").partition("Examples:\n")
    if words.strip():
        yield ".SH DESCRIPTION"
        yield from prose(words)
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
    yield ".SH EXAMPLES"
    yield from prose(examples)
    related = [("-".join(path[:-1]), 1)] if len(path) > 1 else []
    related += [("-".join(path + [c["commandName"]]), 1) for c in subcommands]
    if len(path) == 1:
        related += [(f"{name}-{topic}", 7) for topic in topics]
    yield ".SH SEE ALSO"
    yield from (f".BR {text(page)} ({section})" + (" ," if (page, section) != related[-1] else "")
                for page, section in related)


def prose(plain):
    """Paragraphs; those that begin with spaces keep their lines."""
    for paragraph in re.split(r"\n\s*\n", plain.strip("\n")):
        yield ".PP"
        yield from [".nf", text(paragraph), ".fi"] if paragraph.startswith("  ") else [text(paragraph)]


def topic_page(program, topic, title, version, date):
    name = f"{program}-{topic}"
    yield f'.TH "{name.upper()}" 7 "{date}" "{program} {version}" "Miscellaneous"'
    yield ".SH NAME"
    yield f"{text(name)} \\- {text(title.rstrip('.'))}"
    yield ".SH DESCRIPTION"
    yield from prose(output("help", topic))
    yield ".SH SEE ALSO"
    yield f".BR {program} (1)"


def write(command, path, topics, folder, version, date):
    save(folder / f"man1/{'-'.join(path)}.1", page(command, path, topics, version, date))
    for subcommand in visible(command.get("subcommands", [])):
        if subcommand["commandName"] != "help":
            write(subcommand, path + [subcommand["commandName"]], topics, folder, version, date)


def save(file, lines):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def output(*arguments):
    return subprocess.run([receipts, *arguments], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


receipts, folder, version, date = sys.argv[1:]
folder = pathlib.Path(folder)
topics = dict(line.split(maxsplit=1) for line in output("help", "topics").splitlines())
root = json.loads(output("--experimental-dump-help"))["command"]
write(root, [root["commandName"]], topics, folder, version, date)
for topic, title in topics.items():
    save(folder / f"man7/{root['commandName']}-{topic}.7", topic_page(root["commandName"], topic, title, version, date))
