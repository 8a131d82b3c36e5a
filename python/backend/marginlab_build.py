"""Builds the wheel of marginlab: compiles libmarginlab.so and the program, and packs them beside the Python files.

A PEP 517 backend that needs nothing but cmake, ninja and a compiler. The same sources give the same bytes. The compiler
writes below build/wheel of the tree, so a second build takes seconds; or into MARGINLAB_BUILD, a build folder that is
configured already.
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

PYTHON = Path(__file__).resolve().parent.parent
TREE = PYTHON.parent
BUILD = Path(os.environ.get("MARGINLAB_BUILD") or TREE / "build" / "wheel")
PACKAGE = PYTHON / "marginlab"
TAG = "py3-none-linux_x86_64"


def _version():
    return re.search(r"project\(marginlab VERSION ([0-9.]+)", (TREE / "CMakeLists.txt").read_text()).group(1)


def _compile(folder):
    """Puts libmarginlab.so, and the program with its configs, into the folder."""
    if not (BUILD / "CMakeCache.txt").is_file():
        subprocess.run(["cmake", "--preset", "release", "-B", BUILD, "-DMARGINLAB_TESTS=OFF"], cwd=TREE, check=True)
    for command in (["cmake", "--build", BUILD, "--target", "capi", "marginlab"],
                    ["cmake", "--install", BUILD, "--strip", "--component", "program", "--prefix", folder / "program"],
                    ["cmake", "--install", BUILD, "--strip", "--component", "capi", "--prefix", folder / "capi"]):
        subprocess.run(command, cwd=TREE, check=True)
    library = next((folder / "capi").rglob("libmarginlab.so"))
    shutil.copy2(library, folder / "libmarginlab.so")
    shutil.rmtree(folder / "capi")


def _metadata():
    text = ["Metadata-Version: 2.1", "Name: marginlab", f"Version: {_version()}", "Summary: Certified class probabilities",
            "License: see LICENSE", "Requires-Python: >=3.9", "Requires-Dist: numpy>=1.21",
            "Requires-Dist: scikit-learn>=1.2", "Description-Content-Type: text/markdown", "",
            (TREE / "docs" / "python.md").read_text()]
    return "\n".join(text).encode()


def _files_below(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_bytes(), os.access(path, os.X_OK)


def _write(wheel, files):
    """Writes (name, bytes, is executable) and the record, with the same time for all of them."""
    info = f"marginlab-{_version()}.dist-info"
    files = sorted(files) + [
        (f"{info}/METADATA", _metadata(), False),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: marginlab\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode(), False),
        (f"{info}/LICENSE", (TREE / "LICENSE").read_bytes(), False)]
    record = []
    for name, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}")
    record.append(f"{info}/RECORD,,")
    files.append((f"{info}/RECORD", ("\n".join(record) + "\n").encode(), False))
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content, is_executable in files:
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if is_executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, content)


def _name():
    return f"marginlab-{_version()}-{TAG}.whl"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    made = BUILD / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    _compile(made)
    compiled = {"libmarginlab.so", "program"}
    files = [(f"marginlab/{name}", content, executable) for name, content, executable in _files_below(PACKAGE)
             if name.split("/")[0] not in compiled]
    files += [(f"marginlab/{name}", content, executable) for name, content, executable in _files_below(made)]
    _write(Path(wheel_directory) / _name(), files)
    return _name()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The Python files stay where they are; what is compiled is put beside them."""
    shutil.rmtree(PACKAGE / "program", ignore_errors=True)
    _compile(PACKAGE)
    _write(Path(wheel_directory) / _name(), [("marginlab.pth", f"{PYTHON}\n".encode(), False)])
    return _name()


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
get_requires_for_build_sdist = get_requires_for_build_wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("There is no source distribution of the package alone: it is compiled from the whole tree. "
                              "Clone the repository, and type: pip install ./python")
