#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts that try to fool the checks.  tricks.py RJINTERP TRICKS

A line "--# RULE FINDINGS" begins each script of the file: the rule that it is of, and which findings there
have to be, as ID:LINE with commas between, or "-" for none."""
import json
import os
import subprocess
import sys
import tempfile

FIELDS = {
    "health": "healthInterpretation",
    "status": "statusReflection",
    "aggregate": "statusAggregation",
    "replicas": "replicaResource",
    "components": "componentResource",
    "dependencies": "dependencyInterpretation",
    "retain": "retention",
}


def read(path):
    tricks = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("--# "):
                rule, expected = line[4:].split()
                tricks.append({"at": number, "rule": rule, "expected": [] if expected == "-" else expected.split(","), "text": []})
            elif tricks:
                tricks[-1]["text"].append(line)
    return tricks


def document(number, trick):
    """The script begins on line 9 of its document's 8 lines of head."""
    head = (
        "apiVersion: config.karmada.io/v1alpha1\nkind: ResourceInterpreterCustomization\n"
        f"metadata: {{name: trick-{number}}}\nspec:\n  target: {{apiVersion: e.test/v1, kind: Tank}}\n"
        f"  customizations:\n    {FIELDS[trick['rule']]}:\n      luaScript: |\n"
    )
    return head, "".join("        " + line if line.strip() else line for line in trick["text"])


def main(rjinterp, path):
    tricks = read(path)
    stream = ""
    for number, trick in enumerate(tricks):
        head, script = document(number, trick)
        stream += "---\n" + head
        trick["line"] = stream.count("\n")
        stream += script
    with tempfile.TemporaryDirectory() as work:
        name = os.path.join(work, "tricks.yaml")
        with open(name, "w", encoding="utf-8") as file:
            file.write(stream)
        run = subprocess.run([rjinterp, "lint", "-o", "json", name], capture_output=True, text=True, check=False)
    found = {}
    for finding in json.loads(run.stdout)["findings"]:
        number = int(finding["customization"].split("-")[1])
        found.setdefault(number, []).append(f"{finding['id']}:{finding['line'] - tricks[number]['line']}")
    bad = 0
    for number, trick in enumerate(tricks):
        if sorted(found.get(number, [])) != sorted(trick["expected"]):
            print(f"{path}:{trick['at']}: expected {trick['expected']}, found {found.get(number, [])}")
            bad += 1
    if len(tricks) < 60:
        print(f"only {len(tricks)} tricks")
        bad += 1
    return 1 if bad else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
