#!/usr/bin/env python3
"""Writes the manual pages: newsdigest(1), one page for each command, and newsdigest.toml(5).

The commands come from the program itself (--experimental-dump-help), and the keys of the configuration from
docs/configuration.md, so that no page can differ from the help and the documentation.

usage: man.py BINARY DIRECTORY
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def escaped(text):
    """Plain text for roff: no backslash and no hyphen changes its meaning."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """Markdown within a line: code and emphasis become bold, links become their words."""
    text = re.sub(r"\[((?:[^\]\[]|\[\[?[^\]]*\]\]?)*)\]\(([^)\s]+)\)", link, text)
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)
    styled = "".join(
        "\\fB" + escaped(part.strip("`") if part[0] == "`" else part.strip("*")) + "\\fR"
        if part[:1] == "`" or part[:2] == "**" else escaped(part)
        for part in parts if part)
    return "\\&" + styled if styled[:1] in (".", "'") else styled


def link(match):
    """The words of a link, and its address unless it is another page of the documentation."""
    words, address = match.groups()
    return f"{words} <{address}>" if address.startswith("http") and address != words else words


class Page:
    def __init__(self, name, section, version, summary):
        day = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
        self.file = f"{name}.{section}"
        self.lines = [
            f'.TH {name.upper()} {section} {day} "newsdigest {version}" "User Commands"',
            ".SH NAME", f"{escaped(name)} \\- {prose(summary)}",
        ]

    def heading(self, text, level=1):
        # A key of the configuration keeps its letters.
        words = text if level > 1 or "`" in text else text.upper()
        self.lines.append(f"{'.SH' if level == 1 else '.SS'} {prose(words)}")

    def paragraph(self, text):
        self.lines += [prose(text)] if self.lines[-1][:3] in (".SH", ".SS") else [".PP", prose(text)]

    def code(self, lines):
        self.lines += [".RS 4", ".nf"] + [escaped(line) if line else "\\&" for line in lines] + [".fi", ".RE"]

    def entry(self, term, text):
        self.lines += [".TP", term, prose(text) if text else "\\&"]

    def bullet(self, text):
        self.lines += [".IP \\(bu 2", prose(text)]

    def write(self, folder):
        (folder / self.file).write_text("\n".join(self.lines) + "\n", encoding="utf-8")


# --- the commands ---------------------------------------------------------------------------------------------------

def shown(arguments):
    return [argument for argument in arguments or [] if argument["shouldDisplay"]]


def spelled(argument, in_synopsis=False):
    """An option or an argument as a user types it."""
    value = f"\\fI{escaped(argument.get('valueName') or 'value')}\\fR"
    if argument["kind"] == "positional":
        return value + ("..." if argument["isRepeating"] else "")
    names = [argument["preferredName"]] if in_synopsis else sorted(
        argument["names"], key=lambda name: name["kind"] != "short")
    words = ["\\fB" + escaped(("-" if name["kind"] == "short" else "--") + name["name"]) + "\\fR" for name in names]
    text = ", ".join(words)
    if argument["kind"] == "option":
        text += " " + value + ("..." if argument["isRepeating"] else "")
    return text


def synopsis(path, command):
    line = "\\fB" + escaped(" ".join(path)) + "\\fR"
    arguments = shown(command.get("arguments"))
    if any(argument["kind"] != "positional" for argument in arguments):
        line += " [\\fIoptions\\fR]"
    for argument in arguments:
        if argument["kind"] == "positional":
            text = spelled(argument, in_synopsis=True)
            line += f" [{text}]" if argument["isOptional"] else f" {text}"
    return line


def describe(page, command):
    """The text and the options of one command."""
    for text in (command.get("discussion") or "").split("\n\n"):
        if text.strip():
            page.paragraph(text.strip())
    for argument in shown(command.get("arguments")):
        default = argument.get("defaultValue")
        text = argument.get("abstract") or ""
        values = argument.get("allValues") or []
        if not all(value in text for value in values):
            text += " One of: " + ", ".join(values) + "."
        if default and argument["kind"] != "flag":
            text += f" The default is {default}."
        page.entry(spelled(argument), text)


def subcommands(command):
    return [one for one in command.get("subcommands") or [] if one["shouldDisplay"] and one["commandName"] != "help"]


def command_page(command, version):
    name = command["commandName"]
    page = Page(f"newsdigest-{name}", 1, version, command["abstract"].rstrip("."))
    inner = subcommands(command)
    page.heading("Synopsis")
    forms = [(["newsdigest", name, each["commandName"]], each) for each in inner] or [(["newsdigest", name], command)]
    for path, one in forms:
        page.lines += [synopsis(path, one), ".br"]
    page.lines.pop()
    page.heading("Description")
    page.paragraph(command["abstract"])
    describe(page, command if not inner else dict(command, arguments=[]))
    if inner:
        page.heading("Commands")
        for one in inner:
            page.heading(f"{name} {one['commandName']}", level=2)
            page.paragraph(one["abstract"])
            describe(page, one)
    page.heading("See also")
    page.paragraph("newsdigest(1), newsdigest.toml(5)")
    return page


def main_page(root, version):
    page = Page("newsdigest", 1, version, root["abstract"].rstrip("."))
    page.heading("Synopsis")
    page.lines += ["\\fBnewsdigest\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]"]
    page.heading("Description")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page.paragraph(" ".join(readme.split("\n\n")[1].split("\n")))
    for text in root["discussion"].split("\n\n"):
        page.paragraph(text)
    page.heading("Commands")
    for command in subcommands(root):
        page.entry("\\fBnewsdigest\\-" + escaped(command["commandName"]) + "\\fR(1)", command["abstract"])
    page.heading("Exit status")
    run = next(command for command in root["subcommands"] if command["commandName"] == "run")
    statuses = re.search(r"Exit status:\s*(.*)", run["discussion"], re.S).group(1).strip().rstrip(".")
    texts = dict(entry.split(" ", 1) for entry in re.split(r"; (?=\d+ )", " ".join(statuses.split())))
    # A run does not have those of the other commands.
    promise = (ROOT / "docs/promise.md").read_text(encoding="utf-8")
    texts = dict(re.findall(r"(?m)^(\d+): (.*)$", promise)) | texts
    for number in sorted(texts, key=int):
        page.entry(f"\\fB{number}\\fR", texts[number])
    page.heading("Files")
    page.entry("\\fI~/.config/newsdigest/config.toml\\fR", "The configuration; see newsdigest.toml(5).")
    page.entry("\\fI~/.local/state/newsdigest/state.sqlite\\fR", "What was sent, and what is known of each source.")
    page.heading("Environment")
    page.entry("\\fBXDG_CONFIG_HOME\\fR, \\fBXDG_STATE_HOME\\fR, \\fBXDG_CACHE_HOME\\fR", "Other folders for the files.")
    page.entry("\\fBNEWSAPI_KEY\\fR", "The key for newsapi.org, if the configuration names no other.")
    page.entry("\\fBhttps_proxy\\fR, \\fBhttp_proxy\\fR, \\fBall_proxy\\fR, \\fBno_proxy\\fR", "Proxies, as for curl(1).")
    page.entry("\\fBSSL_CERT_FILE\\fR", "Certificate authorities to trust instead of the system's.")
    page.heading("See also")
    page.paragraph("newsdigest.toml(5), crontab(5), systemd.timer(5)")
    return page


# --- the configuration ----------------------------------------------------------------------------------------------

def configuration_page(version):
    text = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    page = Page("newsdigest.toml", 5, version, "the configuration of newsdigest")
    page.lines[0] = page.lines[0].replace('"User Commands"', '"File Formats"')
    page.heading("Description")
    markdown(page, text.split("\n")[1:])
    page.heading("See also")
    page.paragraph("newsdigest(1), newsdigest-check(1), newsdigest-init(1)")
    return page


def markdown(page, lines):
    paragraph = []

    def flush():
        if paragraph:
            page.paragraph(" ".join(paragraph))
            paragraph.clear()

    index = 0
    while index < len(lines):
        line = lines[index]
        if line.startswith("```"):
            flush()
            end = next(i for i in range(index + 1, len(lines)) if lines[i].startswith("```"))
            page.code(lines[index + 1:end])
            index = end
        elif line.startswith("#"):
            flush()
            level = len(line) - len(line.lstrip("#"))
            page.heading(line.lstrip("# "), level=1 if level <= 2 else 2)
        elif line.startswith("|"):
            flush()
            end = next((i for i in range(index, len(lines)) if not lines[i].startswith("|")), len(lines))
            table(page, lines[index:end])
            index = end - 1
        elif re.match(r"[*-] ", line):
            flush()
            item = line[2:]
            while index + 1 < len(lines) and lines[index + 1].startswith("  "):
                index += 1
                item += " " + lines[index].strip()
            page.bullet(item)
        elif line.strip():
            paragraph.append(line.strip())
        else:
            flush()
        index += 1
    flush()


def table(page, lines):
    """A table whose first column names a key. The other columns are its text."""
    rows = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            for line in lines]
    header, rows = rows[0], rows[2:]
    for row in rows:
        parts = [row[-1]] if row[-1] else []
        for name, cell in zip(header[1:-1], row[1:-1]):
            if cell:
                is_required = name == "default" and cell.startswith("required")
                default = f"{cell.capitalize()}." if is_required else f"The default: {cell}."
                parts.append(default if name == "default" else f"For: {cell}.")
        page.entry(prose(row[0]), " ".join(part if part[-1] in ".:" else part + "." for part in parts))


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: man.py BINARY DIRECTORY")
    binary, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    dump = subprocess.run([binary, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    root = json.loads(dump)["command"]
    version = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout.split()[0]
    pages = [main_page(root, version), configuration_page(version)]
    pages += [command_page(command, version) for command in subcommands(root)]
    for page in pages:
        page.write(folder)


main()
