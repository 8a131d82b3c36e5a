"""Every config of the house is valid by the schema, and every broken one with a wrong key is not:
   validate.py TREE. Ends with 77 where jsonschema or yaml is not installed."""
import json
import sys
from pathlib import Path

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"SKIPPED: {error.name} is not installed")
    sys.exit(77)

# The schema knows the keys of a layout, and not those inside its parts, which the reader judges.
UNSEEN = {"averaged_misspelt", "layout_chart_dots", "layout_chart_unknown_key", "readings_wrong_metrics"}


def studies(folder):
    for path in sorted(folder.rglob("*.yaml")):
        try:
            yield path, yaml.safe_load(path.read_text())
        except (yaml.YAMLError, UnicodeDecodeError, ValueError):
            continue  # what YAML itself refuses


tree = Path(sys.argv[1])
schema = json.loads((tree / "marginlab.schema.json").read_text())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
wrong, valid, refused = [], 0, 0
for path, study in studies(tree / "configs"):
    errors = [error for error in validator.iter_errors(study)]
    valid += not errors
    for error in errors[:1]:
        wrong.append(f"{path.relative_to(tree)}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
for path, study in studies(tree / "tests/experiments/config/broken"):
    comment = path.read_text().partition("# This is what is said of it:")[2]
    if "unknown key '" not in comment:
        continue
    if path.stem not in UNSEEN and validator.is_valid(study):
        wrong.append(f"{path.relative_to(tree)}: has a wrong key, and is valid")
    refused += not validator.is_valid(study)
print(f"{valid} configs are valid, {refused} with a wrong key are not")
for line in wrong:
    print(line)
sys.exit(1 if wrong or valid < 50 or refused < 3 else 0)
