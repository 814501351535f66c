"""Draws what a program prints on a terminal as an animated picture:

    terminal-recording.py FILE.svg light|dark COLUMNS COMMAND_LINE [SHOWN_COMMAND_LINE]

The program runs in a shell behind a pseudo terminal, so that its colours are the real ones. The times are not: lines
appear at an even pace, so that the same output always makes the same file."""
import fcntl
import html
import os
import pty
import re
import struct
import sys
import termios
import unicodedata

COLOURS = {
    "light": {"back": "#ffffff", "edge": "#d0d7de", "text": "#1f2328", "90": "#656d76", "31": "#cf222e", "32": "#1a7f37",
              "33": "#9a6700", "34": "#0969da"},
    "dark": {"back": "#0d1117", "edge": "#30363d", "text": "#e6edf3", "90": "#8b949e", "31": "#ff7b72", "32": "#3fb950",
             "33": "#d29922", "34": "#58a6ff"},
}
CHARACTER, LINE, MARGIN = 8.4, 20, 16
TYPING, PAUSE, PACE, REST = 0.04, 0.5, 0.12, 4.0


def run(command, columns):
    """The output of a command on a terminal, without what was drawn over."""
    child, terminal = pty.fork()
    if child == 0:
        # Progress comes and goes with the speed of the machine.
        os.execvp("bash", ["bash", "-c", f"exec 2> >(cat); {command}; exec 2>&-; wait $!"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.waitpid(child, 0)
    return output.decode("utf-8").replace("\r\n", "\n").rstrip("\n").split("\n")


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(line):
    """The pieces of a line, each with its styles."""
    styles = []
    for number, piece in enumerate(re.split("\x1b\\[([0-9;]*)m", line)):
        if number % 2:
            styles = [] if piece in ("", "0") else styles + piece.split(";")
        elif piece:
            yield piece, list(styles)


def wrapped(line, columns):
    """The lines that a terminal of this width makes of a line."""
    rows, row, used = [], [], 0
    for piece, styles in runs(line):
        for character in piece:
            if used + width(character) > columns:
                rows.append(row)
                row, used = [], 0
            if row and row[-1][1] == styles:
                row[-1][0] += character
            else:
                row.append([character, styles])
            used += width(character)
    return rows + [row]


def drawn(row, line):
    """A row of text. A piece has a place of its own, so that no font moves the columns."""
    spans, column = [], 0
    for piece, styles in row:
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            classes = " ".join(f"c{style}" for style in styles)
            attribute = f' class="{classes}"' if classes else ""
            x = MARGIN + (column + lead) * CHARACTER
            spans.append(f'<tspan x="{x:g}"{attribute}>{html.escape(piece.strip(), quote=False)}</tspan>')
        column += sum(map(width, piece))
    y = MARGIN + LINE * (line + 1) - 5
    return f'<text y="{y:g}">{"".join(spans)}</text>' if spans else ""


def picture(rows, prompt, columns, colours):
    height = MARGIN * 2 + LINE * len(rows)
    total = MARGIN * 2 + CHARACTER * columns
    start = TYPING * len(prompt) + PAUSE
    duration = start + PACE * len(rows) + REST
    styles = [
        f"text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;fill:{colours['text']}}}",
        ".c1{font-weight:bold}",
        *(f".c{code}{{fill:{colours[code]}}}" for code in ("90", "31", "32", "33", "34")),
        "@keyframes show{0%{opacity:0}0.01%{opacity:1}100%{opacity:1}}",
        # Whoever prefers no motion sees the whole at once.
        "@media(prefers-reduced-motion:no-preference){g{opacity:0;animation:show 1s linear forwards}}",
        *(f".l{number}{{animation-delay:{start + PACE * number:.2f}s}}" for number in range(len(rows) - 1)),
    ]
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:g} {height:g}" width="{total:g}" height="{height:g}" '
           f'role="img" aria-label="{html.escape(prompt)}">')
    yield f"<style>{''.join(styles)}</style>"
    yield (f'<rect x="0.5" y="0.5" width="{total - 1:g}" height="{height - 1:g}" rx="8" fill="{colours["back"]}" '
           f'stroke="{colours["edge"]}"/>')
    yield drawn(rows[0], 0)
    for number, row in enumerate(rows[1:]):
        text = drawn(row, number + 1)
        if text:
            yield f'<g class="l{number}">{text}</g>'
    yield "</svg>"


def main():
    file, scheme, columns, command, *shown = sys.argv[1:]
    columns = int(columns)
    prompt = shown[0] if shown else command
    first = [["$ ", ["90"]], [prompt, ["1"]]]
    rows = [first] + [row for line in run(command, columns) for row in wrapped(line, columns)]
    with open(file, "w", encoding="utf-8") as output:
        output.write("\n".join(picture(rows, prompt, columns, COLOURS[scheme])) + "\n")


main()
