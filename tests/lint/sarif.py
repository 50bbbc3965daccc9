# SPDX-License-Identifier: Apache-2.0
"""Holds a file to what SARIF 2.1.0 requires of the parts that lint writes: names, kinds, and that nothing else is there."""
import json
import sys

TEXT, NUMBER = str, int


def check(value, shape, path="$"):
    if isinstance(shape, type):
        assert isinstance(value, shape) and not (shape is NUMBER and isinstance(value, bool)), f"{path}: {value!r}"
    elif isinstance(shape, list):
        assert isinstance(value, list), path
        for i, item in enumerate(value):
            check(item, shape[0], f"{path}[{i}]")
    elif isinstance(shape, set):
        assert value in shape, f"{path}: {value!r}"
    else:
        assert isinstance(value, dict), path
        for key, inner in shape.items():
            optional = key.endswith("?")
            name = key.rstrip("?")
            assert optional or name in value, f"{path}.{name} is missing"
            if name in value:
                check(value[name], inner, f"{path}.{name}")
        unknown = set(value) - {key.rstrip("?") for key in shape}
        assert not unknown, f"{path}: {unknown}"


LEVEL = {"none", "note", "warning", "error"}
MESSAGE = {"text": TEXT}
RULE = {"id": TEXT, "name": TEXT, "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": MESSAGE,
        "defaultConfiguration": {"level": LEVEL}}
REGION = {"startLine": NUMBER, "startColumn": NUMBER, "endLine?": NUMBER, "endColumn?": NUMBER}
LOCATION = {"physicalLocation": {"artifactLocation": {"uri": TEXT}, "region": REGION}}
RESULT = {"ruleId": TEXT, "level": LEVEL, "message": MESSAGE, "locations": [LOCATION]}
RUN = {"tool": {"driver": {"name": TEXT, "version": TEXT, "rules": [RULE]}}, "columnKind": {"utf16CodeUnits", "unicodeCodePoints"},
       "results": [RESULT]}

log = json.load(open(sys.argv[1], encoding="utf-8"))
check(log, {"$schema": TEXT, "version": {"2.1.0"}, "runs": [RUN]})
for run in log["runs"]:
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(ids) == len(set(ids)), "an id stands twice"
    assert run["results"], "there are no results"
    for result in run["results"]:
        assert result["ruleId"] in ids, result
        region = result["locations"][0]["physicalLocation"]["region"]
        assert min(region.values()) >= 1, region
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert ":" not in uri and not uri.startswith("/") and " " not in uri, uri
