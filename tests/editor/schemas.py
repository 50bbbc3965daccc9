# SPDX-License-Identifier: Apache-2.0
"""The schemas of docs/editor against our customizations and cases, and against wrong ones:  schemas.py SOURCE_DIR"""
import json
import pathlib
import sys

import jsonschema
import yaml

source = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).resolve().parent
schemas = source / "docs/editor/schemas"


class Loader(yaml.SafeLoader):
    """Scalars as Kubernetes reads them: a date is a text."""


Loader.yaml_implicit_resolvers = {
    start: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for start, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def validator(name):
    path = schemas / name
    schema = json.loads(path.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver(path.as_uri(), schema))


validators = {
    "customization": validator("customization.schema.json"),
    "testcase": validator("testcase.schema.json"),
    "customizations-tests": validator("customizations-tests.schema.json"),
}


def documents(path):
    return [document for document in yaml.load_all(path.read_text(), Loader) if document is not None]


def places(which, document):
    """Where the document is refused: paths with dots, "." for the whole."""
    return sorted({".".join(map(str, error.absolute_path)) or "." for error in validators[which].iter_errors(document)})


bad = False
taken = dict.fromkeys(validators, 0)


def take(which, path, document):
    global bad
    taken[which] += 1
    found = places(which, document)
    if found:
        print(f"{path}: refused at {', '.join(found)}")
        bad = True


for root in (source / "customizations", source / "tests/suite/pass"):
    for path in sorted(root.rglob("customizations.yaml")):
        older = path.with_name("customizations_tests.yaml")
        for document in documents(path):
            take("customization", path, document)
        for case_file in sorted((path.parent / "testdata").rglob("*.yaml")):
            for document in documents(case_file):
                # Beside the older format, documents without an operation are inputs, not cases.
                if not older.exists() or "operation" in document:
                    take("testcase", case_file, document)
        if older.exists():
            for document in documents(older):
                take("customizations-tests", older, document)

for which, least in (("customization", 6), ("testcase", 40), ("customizations-tests", 1)):
    if taken[which] < least:
        print(f"only {taken[which]} documents of {which}")
        bad = True

# A wrong one is called SCHEMA.WHAT.yaml; its first line says where it is refused.
wrong = sorted((here / "wrong").glob("*.yaml"))
for path in wrong:
    expected = path.read_text().splitlines()[0].removeprefix("# refused at: ").split(", ")
    found = places(path.name.split(".")[0], documents(path)[0])
    if found != expected:
        print(f"{path}: refused at {found}, expected {expected}")
        bad = True
for which in validators:
    if not any(path.name.split(".")[0] == which for path in wrong):
        print(f"nothing wrong of {which}")
        bad = True

sys.exit(bad)
