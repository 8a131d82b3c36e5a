"""What marginlab init writes names in its first line the schema that lies beside it, which is the program's own, and is
   valid by it; a wrong key in it is not: new_study.py PROGRAM. Ends with 77 where jsonschema or yaml is not installed."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"SKIPPED: {error.name} is not installed")
    sys.exit(77)

program = str(Path(sys.argv[1]).resolve())
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([program, "init", "mine"], cwd=folder, check=True)
    config = Path(folder) / "mine" / "mine.yaml"
    first, rest = config.read_text().split("\n", 1)
    says, _, name = first.partition("$schema=")
    assert says == "# yaml-language-server: " and rest, f"its first line is {first!r}"
    schema = (config.parent / name).read_text()
    assert schema == subprocess.run([program, "schema"], check=True, capture_output=True, text=True).stdout, name
    validator = jsonschema.Draft7Validator(json.loads(schema))
    study = yaml.safe_load(config.read_text())
    wrong = [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator.iter_errors(study)]
    assert not wrong, wrong
    study["replicatons"] = 3
    assert not validator.is_valid(study), "a wrong key is valid"
print("a new study names its schema")
