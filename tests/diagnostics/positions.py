#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where errors are said to be, in every way to write a script into a file.  positions.py RJINTERP

Marks (characters that nothing else uses) stand in the scripts in front of what fails, and go with the text through the
writer of each style into the file; there they are found, and taken out. So the places are known without reading
anything that rjinterp says, and PyYAML confirms that the file holds the script."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

try:
    import yaml
except ImportError:  # a Python in front of the system's, which has the packages of tools/setup.sh
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

MARKS = "\ue000\ue001\ue002\ue003"
FOLD = "\ue100"  # a blank at which a style may break the line

# name, script, the words of the error, frames as (number of the mark, function); the error is at mark 0
SCENARIOS = [
    (
        "syntax",
        "local function unused(o)\n  return o\nend\nfunction InterpretHealth(o)\n"
        f'  local s,{FOLD}t = "ö€😀",\t2 if o then return {MARKS[0]}= s end\nend\n',
        "near '='",
        [],
    ),
    (
        "nil",
        "function InterpretHealth(o)\n"
        f'  local a ={FOLD}"ö€😀"\tlocal b = o.spec.state.{MARKS[0]}name == a\n  return b\nend\n',
        "attempt to index a non-table object(nil) with key 'name'",
        [(0, "InterpretHealth")],
    ),
    (
        "nested",
        f'local function inner(o)\n  local u = "ö"\n  return u == "x" or{FOLD}o.spec.state.{MARKS[0]}name\nend\n'
        f"local function outer(o)\n  local r ={FOLD}{MARKS[1]}inner(o)\n  return r\nend\n"
        f'function InterpretHealth(o)\n  local x = "😀"\tlocal r = {MARKS[2]}outer(o)\n  return r == x\nend\n',
        "attempt to index a non-table object(nil) with key 'name'",
        [(0, "inner"), (1, "outer"), (2, "InterpretHealth")],
    ),
    (
        # A tail call leaves no frame of its caller, and the function that runs has its own name.
        "tail",
        f'local named = function(o)\n  local u ={FOLD}"ö" local n = o.spec.state.{MARKS[0]}name\n  return u == n\nend\n'
        f"local function middle(o)\n  return named(o)\nend\n"
        f'InterpretHealth = function(o)\n  local x = "😀"\tlocal r = {MARKS[1]}middle(o)\n  return r == x\nend\n',
        "attempt to index a non-table object(nil) with key 'name'",
        [(0, "named"), (1, "InterpretHealth")],
    ),
    (
        "raised",
        f'local function fail(o)\n  local u = "€"\t{MARKS[0]}error("stop " .. o.kind .. u)\nend\n'
        f'function InterpretHealth(o)\n  local y ={FOLD}"it\'s \\\\ 😀" {MARKS[1]}fail(o)\n  return y ~= nil\nend\n',
        "stop Tank",
        [(0, "fail"), (1, "InterpretHealth")],
    ),
]


def is_mark(char):
    return char in MARKS


def lines_of(script):
    return script.rstrip("\n").split("\n")


def flat(script):
    """Without indentation, where a style can't keep it."""
    return "\n".join(line.lstrip(" ") for line in lines_of(script))


def block(header, indent, script, keep_fold=False, prefix="", before="", after=""):
    script = script if keep_fold else script.replace(FOLD, " ")
    body = "".join(" " * indent + prefix + line + "\n" for line in lines_of(script))
    return f"{header}\n{before}{body}{after}"


def folded(header, indent, script, after=""):
    """Lines with more indentation keep their line ends; between the others a line end is an empty line."""
    text, lines = f"{header}\n", lines_of(script)
    for line, following in zip(lines, lines[1:] + [""]):
        deep = line.startswith(" ")
        line = line.replace(FOLD, " ") if deep else line.replace(FOLD, "\n" + " " * indent)
        text += " " * indent + line + "\n"
        text += "" if deep or following.startswith(" ") or not following else "\n"
    return text + after


def lines_apart(script, indent):
    """As plain and quoted scalars of several lines have it: an empty line is a line end, a line end a blank."""
    return flat(script).replace("\n", "\n\n" + " " * indent).replace(FOLD, "\n" + " " * indent)


def escaped(script, every):
    """In double quotes. `every`: also what could stand as it is."""
    text = ""
    for char in script:
        if char in "\"\\":
            text += "\\" + char
        elif char == "\t":
            text += "\\t"
        elif every and ord(char) > 0xFFFF:
            text += f"\\U{ord(char):08x}"
        elif every and ord(char) > 126 and char != FOLD and not is_mark(char):
            text += f"\\u{ord(char):04X}"
        else:
            text += char
    return text


def double_of_lines(script):
    """\\n and a backslash at each line's end; blanks in front of the next line are escaped."""
    lines = escaped(script.replace(FOLD, " "), False).split("\n")
    return '"' + "\\n\\\n        ".join("\\" + line if line.startswith(" ") else line for line in lines) + '"'


def one_line(script):
    return flat(script).replace("\n", " ").replace(FOLD, " ")


def json_text(script, as_is):
    text = ""
    for char in script.replace(FOLD, " "):
        text += char if is_mark(char) else json.dumps(char, ensure_ascii=not as_is)[1:-1]
    return f'"{text}"'


# name → (what stands behind "luaScript: ", the text that it means)
def styles(script):
    plain = script.replace("\t", " ")
    whole = script.replace(FOLD, " ")
    deep = "".join("  " + line + "\n" for line in lines_of(whole))
    yield "|", block("|", 8, script), whole
    yield "|-", block("|-", 8, script), whole.rstrip("\n")
    yield "|+", block("|+", 8, script, after="\n\n"), whole + "\n\n"
    yield "| deep", block("|", 13, script), whole
    yield "| blank lines", block("|  # a comment", 8, script, before="\n   \n"), "\n\n" + whole
    yield "|2", block("|2", 8, script, prefix="  "), deep
    yield "|2-", block("|2-", 8, script, prefix="  "), deep.rstrip("\n")
    yield "|-4", block("|-4", 10, script, prefix="  "), deep.rstrip("\n")
    yield "|+1", block("|+1", 7, script, prefix="  ", after="\n"), deep + "\n"
    yield ">", folded(">", 8, script), whole
    yield ">-", folded(">-", 8, script), whole.rstrip("\n")
    yield ">+", folded(">+", 8, script, after="\n"), whole + "\n"
    yield "> flat", folded(">", 8, flat(script)), flat(whole) + "\n"
    yield ">2-", block(">2-", 8, script, prefix="  "), deep.rstrip("\n")
    yield "plain", one_line(plain) + "\n", one_line(plain)
    yield "plain lines", lines_apart(plain, 8) + "\n", flat(plain.replace(FOLD, " "))
    quoted = script.replace("'", "''")
    yield "single", f"'{one_line(quoted)}'\n", one_line(script)
    yield "single lines", f"'{lines_apart(quoted, 8)}'\n", flat(whole)
    yield "double", '"' + escaped(whole, False).replace("\n", "\\n") + '"\n', whole
    yield "double escapes", '"' + escaped(whole, True).replace("\n", "\\n") + '"\n', whole
    yield "double lines", double_of_lines(script) + "\n", whole
    yield "double apart", '"' + lines_apart(escaped(script, True), 9) + '"\n', flat(whole)


HEAD = """apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata:
  name: tested
"""
TAIL = """spec:
  target: {apiVersion: e.test/v1, kind: Tank}
  customizations:
    healthInterpretation:
"""
OTHER = "---\n" + HEAD.replace("tested", "other") + TAIL.replace("Tank", "Other") + (
    "      luaScript: |\n        function InterpretHealth(o) return true end\n---\n"
)


def files(script):
    """name, the file with its marks, the text that it means"""
    for name, written, meant in styles(script):
        text = HEAD + TAIL + "      luaScript: " + written + "    retention: {}\n"
        yield name, text, meant
        yield name + ", CR LF", text.replace("\n", "\r\n"), meant
        if name in ("|", ">", "double lines", "plain lines", "single"):
            yield name + ", BOM", "\ufeff" + text, meant
            yield name + ", 2nd document", OTHER + text, meant
            yield name + ", all of it", "\ufeff" + (OTHER + text).replace("\n", "\r\n"), meant
            anchored = HEAD + f"  annotations:\n    script: &s {written}" + TAIL + "      luaScript: *s\n"
            yield name + ", alias", anchored, meant
            yield name + ", alias, CR LF", anchored.replace("\n", "\r\n"), meant
    whole = script.replace(FOLD, " ")
    for as_is in (False, True):
        text = (
            '{"apiVersion": "config.karmada.io/v1alpha1", "kind": "ResourceInterpreterCustomization", "metadata": {"name": "tested"},\n'
            ' "spec": {"target": {"apiVersion": "e.test/v1", "kind": "Tank"}, "customizations": {"healthInterpretation":\n'
            '  {"luaScript": ' + json_text(script, as_is) + "}}}}\n"
        )
        yield f"JSON {as_is}", text, whole
        yield f"JSON {as_is}, one line", text.replace("\n", ""), whole
        yield f"JSON {as_is}, CR LF", text.replace("\n", "\r\n"), whole


def without_marks(text):
    return "".join(char for char in text if not is_mark(char))


def places(text):
    """Line and column of each mark, in characters, and what is on that line."""
    found, line, start, passed = {}, 1, 0, 0
    for offset, char in enumerate(text):
        if is_mark(char):
            end = text.find("\n", offset) if "\n" in text[offset:] else len(text)
            whole = text[start:end].rstrip("\r")
            rest = without_marks(text[offset:end].rstrip("\r"))
            found[MARKS.index(char)] = (line, passed + 1, without_marks(whole), rest)
            continue
        passed += 0 if char == "\ufeff" and offset == 0 else 1
        if char == "\n":
            line, start, passed = line + 1, offset + 1, 0
    return found


def width(char):
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def narrow(text):
    """Tabs are shown as blanks."""
    return re.sub("[ \t]+", " ", text)


def at_caret(shown, caret):
    """What stands above the caret."""
    column = len(caret) - 1
    for index, char in enumerate(shown):
        if column <= 0:
            return shown[index:]
        column -= width(char)
    return ""


class Checks:
    def __init__(self, program, work):
        self.program, self.bad, self.count = program, 0, 0
        self.file, self.object = work / "c.yaml", work / "o.yaml"
        self.object.write_text("{apiVersion: e.test/v1, kind: Tank, metadata: {name: t}, spec: {}}\n", encoding="utf-8")

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, check=False)
        return done.stdout.decode(), done.stderr.decode()

    def expect(self, what, condition, said):
        self.count += 1
        if not condition:
            self.bad += 1
            if self.bad < 10:
                print(f"{what}\n{said}")

    def shown(self, what, said, place):
        """The source line and the caret below it."""
        line, _, whole, rest = place
        numbered = [i for i, text in enumerate(said) if text.lstrip().startswith(f"{line} | ")]
        self.expect(f"{what}: line {line} isn't shown", len(numbered) == 1, "\n".join(said))
        if len(numbered) != 1:
            return
        source = said[numbered[0]].split(" | ", 1)[1]
        caret = said[numbered[0] + 1].split("| ", 1)[1]
        inner = source.removeprefix("...").removesuffix("...")
        self.expect(f"{what}: another line", narrow(inner) in narrow(whole.removeprefix("\ufeff")), "\n".join(said))
        above = narrow(at_caret(source, caret).removesuffix("..."))
        self.expect(f"{what}: the caret is elsewhere", above and narrow(rest).startswith(above), "\n".join(said))

    def one(self, scenario, name, text, meant):
        kind, _, words, frames = scenario
        what, found = f"{kind} in {name}", places(text)
        self.file.write_bytes(without_marks(text).encode())
        documents = [json.loads(without_marks(text))] if name.startswith("JSON") else yaml.safe_load_all(self.file.read_bytes())
        for document in documents:
            if document and document["metadata"]["name"] == "tested":
                script = document["spec"]["customizations"]["healthInterpretation"]["luaScript"]
        if script != without_marks(meant):
            raise ValueError(f"{what}: the test's own file is wrong: {script!r} instead of {without_marks(meant)!r}")
        _, errors = self.run("interpret", "-f", str(self.file), "--operation", "InterpretHealth", "--observed-file", str(self.object))
        said = errors.split("\n")
        at = f"{self.file}:{found[0][0]}:{found[0][1]}: error: "
        heads = [text for text in said if text.startswith(str(self.file))]
        self.expect(f"{what}: expected {at}", len(heads) == 1 and heads[0].startswith(at) and words in heads[0], errors)
        self.shown(what, said, found[0])
        listed = [f"    {self.file}:{found[mark][0]}:{found[mark][1]}: in function '{function}'" for mark, function in frames]
        self.expect(f"{what}: frames {listed}", [text for text in said if ": in function" in text] == listed, errors)
        if kind == "nil":
            self.expect(f"{what}: the path", "note: o.spec.state is nil" in said, errors)
        if kind == "syntax":
            self.static(what, found[0])

    def static(self, what, place):
        """--check and lint name the same place."""
        at = f"{self.file}:{place[0]}:{place[1]}: error"
        _, errors = self.run("interpret", "-f", str(self.file), "--check", "--strict")
        self.expect(f"{what}: --check: expected {at}", errors.startswith(at), errors)
        self.shown(f"{what}: --check", errors.split("\n"), place)
        out, _ = self.run("lint", "-o", "json", str(self.file))
        where = [(f["line"], f["column"]) for f in json.loads(out)["findings"] if f["id"] == "RJ001"]
        self.expect(f"{what}: lint: expected {place[:2]}", where == [place[:2]], out)


def main():
    with tempfile.TemporaryDirectory() as work:
        checks = Checks(sys.argv[1], Path(work))
        for scenario in SCENARIOS:
            for name, text, meant in files(scenario[1]):
                checks.one(scenario, name, text, meant)
    print(f"{checks.count} checks, {checks.bad} failed")
    return 1 if checks.bad else 0


sys.exit(main())
