"""Builds the installer of this system from the lock file (`constraints.txt`), with one command:

    python packaging/build.py [--quick]

Linux: a Debian package and a portable archive; Windows: an installer (NSIS); macOS: a disk image. Everything is made
below `build/`, and the results lie in `dist/`. The network is used for the package index alone. What is checked, and
which checkers were not there, is said at the end. `--quick` compresses lightly, for trying things out.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
BUILD, DIST = ROOT / "build", ROOT / "dist"
NAME, ID = "memory-desktop", "io.github.memory_desktop.MemoryDesktop"
VERSION = re.search(r'__version__ = "(.+)"', (ROOT / "memory_desktop" / "__init__.py").read_text("utf-8"))[1]  # type: ignore[index]
ICONS = ROOT / "resources" / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
MAINTAINER = "The Memory Desktop developers <memory-desktop@users.noreply.github.com>"
_MEGA = 1_000_000
_WORTH = 50_000


def main(arguments: list[str]) -> int:
    """Build what this system can."""
    if set(arguments) - {"--quick"}:
        print(__doc__, file=sys.stderr)
        return 2
    quick = "--quick" in arguments
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(_date_of_source()))
    os.environ.pop("PYTHONPATH", None)  # nothing but the environment made here goes in
    os.environ.setdefault("PYTHONHASHSEED", "0")  # PyInstaller's archives have the same order each time
    python = environment()
    tree = freeze(python)
    DIST.mkdir(exist_ok=True)
    if sys.platform == "win32":
        return windows()
    if sys.platform == "darwin":
        return subprocess.call(["bash", str(PACKAGING / "macos" / "make_dmg.sh"), str(BUILD), str(DIST), VERSION])
    return linux(python, tree, quick)


def environment() -> str:
    """An environment with exactly the locked versions, made once for each state of what it is made from."""
    where = BUILD / "environment"
    python = where / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock = PACKAGING / "constraints.txt"
    wanted = hashlib.sha256(lock.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    mark = where / "made-from"
    if mark.is_file() and mark.read_text("ascii") == wanted:
        return str(python)
    venv.create(where, with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--constraint", str(lock), f"{ROOT}[package]"])
    # The sources are taken from here, not from the copy that came with its requirements.
    run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", NAME])
    run([*pip, "--no-deps", "--editable", str(ROOT)])
    mark.write_text(wanted, "ascii")
    return str(python)


def freeze(python: str) -> Path:
    """The program as a folder with its own Python."""
    licences, icons = BUILD / "licences.txt", BUILD / "icons"
    run([python, str(PACKAGING / "licences.py"), str(licences)])
    run([python, str(PACKAGING / "icons.py"), str(icons)])
    given = {
        "MEMORY_DESKTOP_ICONS": str(icons),
        "MEMORY_DESKTOP_LICENCES": str(licences),
        "MEMORY_DESKTOP_VERSION": VERSION,
    }
    made, work = BUILD / "program", BUILD / "pyinstaller"
    command = [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(made), "--workpath", str(work), str(PACKAGING / "memory_desktop.spec")]
    run(command, env={**os.environ, **given})
    return made / NAME


# --- Linux ----------------------------------------------------------------------------------------


def linux(python: str, tree: Path, quick: bool) -> int:
    """A Debian package and a portable archive of the same tree, checked."""
    strip(tree)
    told = tree / "_internal" / "memory_desktop" / "_resources" / "licences.txt"
    run([python, str(PACKAGING / "licences.py"), str(told), str(tree)])
    for path in sorted(tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == tree / NAME else 0o644)
    share = BUILD / "share"
    desktop_files(python, share)
    package = deb(tree, share, told, quick)
    archive = portable(tree, share, quick)
    installed = sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir())
    print(
        f"\n{package.relative_to(ROOT)}: {package.stat().st_size / _MEGA:.1f} MB, installed {installed / _MEGA:.0f} MB"
    )
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / _MEGA:.1f} MB")
    return check(package, share)


def strip(tree: Path) -> None:
    """Remove what only a debugger reads. PyInstaller's own stripping breaks libraries whose wheels were repaired.

    What `strip` makes of such a file cannot be loaded: its parts lie at other places than their alignment asks for.
    """
    if shutil.which("strip") is None or shutil.which("readelf") is None:
        print("  strip and readelf (binutils) are not there: the program stays some 60 MB larger")
        return
    saved = 0
    for path in sorted(tree.rglob("*.so*")):
        if path.is_symlink():
            continue
        smaller = path.with_name(path.name + ".stripped")
        done = subprocess.run(
            ["strip", "--strip-unneeded", "-o", str(smaller), str(path)], capture_output=True, check=False
        )
        if done.returncode == 0 and path.stat().st_size - smaller.stat().st_size > _WORTH and _aligned(smaller):
            saved += path.stat().st_size - smaller.stat().st_size
            smaller.replace(path)
        smaller.unlink(missing_ok=True)
    print(f"  stripping saved {saved / _MEGA:.0f} MB")


def _aligned(library: Path) -> bool:
    read = subprocess.run(["readelf", "-lW", str(library)], capture_output=True, text=True, check=False).stdout
    parts = [line.split() for line in read.splitlines() if line.strip().startswith("LOAD")]
    return bool(parts) and all((int(one[1], 16) - int(one[2], 16)) % int(one[-1], 16) == 0 for one in parts)


def desktop_files(python: str, share: Path) -> None:
    """What a desktop wants to know of a program: below `share`, as it is to be in /usr/share."""
    shutil.rmtree(share, ignore_errors=True)
    linux = PACKAGING / "linux"
    _put(linux / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    _put(linux / f"{NAME}.xml", share / "mime" / "packages" / f"{NAME}.xml")
    about = (linux / f"{ID}.metainfo.xml").read_text("utf-8")
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    meta = _at(share / "metainfo" / f"{ID}.metainfo.xml")
    meta.write_text(about.replace("@VERSION@", VERSION).replace("@DATE@", date), "utf-8")
    icons = share / "icons" / "hicolor"
    for size in SIZES:
        _put(ICONS / f"{NAME}-{size}.png", icons / f"{size}x{size}" / "apps" / f"{NAME}.png")
    _put(ICONS / f"{NAME}.svg", icons / "scalable" / "apps" / f"{NAME}.svg")
    page = BUILD / f"{NAME}.1"
    run([python, str(PACKAGING / "manual.py"), str(page)])
    _zipped(_at(share / "man" / "man1" / f"{NAME}.1.gz"), page.read_bytes())


def deb(tree: Path, share: Path, licences: Path, quick: bool) -> Path:
    """The Debian package."""
    stage = BUILD / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    library = stage / "usr" / "lib" / NAME
    shutil.copytree(tree, library, symlinks=True)
    shutil.copytree(share, stage / "usr" / "share")
    (stage / "usr" / "bin").mkdir(parents=True)
    (stage / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    documents = stage / "usr" / "share" / "doc" / NAME
    _put(licences, documents / "copyright")
    bundled = library / licences.relative_to(tree)
    bundled.unlink()
    bundled.symlink_to(os.path.relpath(documents / "copyright", bundled.parent))
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    news = (
        f"{NAME} ({VERSION}) unstable; urgency=medium\n\n  * See https://github.com/memory-desktop/memory-desktop.\n\n"
    )
    _zipped(documents / "changelog.gz", f"{news} -- {MAINTAINER}  {date}\n".encode())
    _put(PACKAGING / "linux" / "lintian-overrides", stage / "usr" / "share" / "lintian" / "overrides" / NAME)
    for path in sorted(stage.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == library / NAME else 0o644)
    size = sum(path.lstat().st_size for path in stage.rglob("*") if not path.is_dir()) // 1024
    control = _at(stage / "DEBIAN" / "control")
    control.write_text(
        f"Package: {NAME}\nVersion: {VERSION}\nArchitecture: {_dpkg('--print-architecture')}\n"
        f"Maintainer: {MAINTAINER}\nInstalled-Size: {size}\nSection: database\nPriority: optional\n"
        f"Depends: {', '.join(needed_packages(tree))}\nRecommends: gnome-keyring | keepassxc | plasma-workspace\n"
        "Homepage: https://github.com/memory-desktop/memory-desktop\n"
        "Description: see, search, correct and rewind what your AI remembers\n"
        " Memory Desktop brings in what AI assistants know about a person, makes\n"
        " it searchable by words and by meaning, and says of every hit why it is\n"
        " there. Memories can be corrected and forgotten, and every action can be\n"
        " undone. Agents use the same memories over MCP. Everything happens on\n"
        " the person's own computer.\n",
        "utf-8",
    )
    for script in ("postinst", "postrm"):
        _put(PACKAGING / "linux" / script, stage / "DEBIAN" / script).chmod(0o755)
    sums = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(stage)}\n"
        for path in sorted((stage / "usr").rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    (stage / "DEBIAN" / "md5sums").write_text("".join(sums), "utf-8")
    made = DIST / f"{NAME}_{VERSION}_{_dpkg('--print-architecture')}.deb"
    level = ["-z1"] if quick else ["-z9"]
    run(["dpkg-deb", "--root-owner-group", "-Zxz", *level, "--build", str(stage), str(made)])
    return made


def needed_packages(tree: Path) -> list[str]:
    """The Debian packages of all libraries that the program takes from the system."""
    files = [path for path in tree.rglob("*") if not path.is_symlink() and (".so" in path.name or path == tree / NAME)]
    brought = {path.name for path in tree.rglob("*.so*")}
    wanted: set[str] = set()
    for path in files:
        read = subprocess.run(["readelf", "-d", str(path)], capture_output=True, text=True, check=False).stdout
        wanted |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", read))
    packages = {"hicolor-icon-theme", f"libc6 (>= {platform.libc_ver()[1]})"}
    for library in sorted(wanted - brought):
        owners = _dpkg("-S", f"*/{library}").splitlines()
        names = {line.partition(":")[0] for line in owners if "/usr/lib/" in line or " /lib/" in line}
        if not names:
            print(f"  {library} belongs to no package here, and is not among the dependencies")
        packages |= {name for name in names if name != "libc6" and not name.endswith("-cross")}
    # Loaded by their names when a window opens, and named in no file.
    packages |= {"libegl1", "libgl1", "libxkbcommon-x11-0"}
    return sorted(packages)


def portable(tree: Path, share: Path, quick: bool) -> Path:
    """The same tree to be unpacked anywhere, with what a desktop needs and a word on how to use both."""
    top = f"{NAME}-{VERSION}-linux-{platform.machine()}"
    made = DIST / f"{top}.tar.xz"
    stage = BUILD / "portable" / top
    shutil.rmtree(stage.parent, ignore_errors=True)
    shutil.copytree(tree, stage, symlinks=True)
    shutil.copytree(share, stage / "share")
    _put(PACKAGING / "linux" / "README.txt", stage / "README.txt")
    if shutil.which("xz"):  # on all cores
        tar = ["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", str(stage.parent)]
        run(
            [
                *tar,
                f"--mtime=@{os.environ['SOURCE_DATE_EPOCH']}",
                "-I",
                f"xz -T0 -{1 if quick else 9}",
                "-cf",
                str(made),
                top,
            ]
        )
    else:
        with tarfile.open(made, "w:xz", preset=1 if quick else 9) as archive:
            archive.add(stage, top)
    return made


def check(package: Path, share: Path) -> int:
    """Run the checkers that are here; 1 when one of them finds an error."""
    commands: dict[str, Sequence[str]] = {
        "desktop-file-validate": [str(share / "applications" / f"{NAME}.desktop")],
        "appstreamcli": ["validate", "--no-net", str(share / "metainfo" / f"{ID}.metainfo.xml")],
        "man": ["--warnings", "--encoding=utf8", "--local-file", str(share / "man" / "man1" / f"{NAME}.1.gz")],
        "lintian": ["--allow-root", "--fail-on", "error", "--tag-display-limit", "3", str(package)],
    }
    failed, missing = [], []
    for name, arguments in commands.items():
        if shutil.which(name) is None:
            missing.append(name)
            continue
        done = subprocess.run(
            [name, *arguments], capture_output=True, text=True, check=False, env={**os.environ, "MANWIDTH": "100"}
        )
        said = done.stderr if name == "man" else done.stdout + done.stderr
        print(f"\n{name}: {'passed' if done.returncode == 0 else 'FAILED'}\n{said.strip()}".rstrip())
        if done.returncode:
            failed.append(name)
    if missing:
        print(f"\nNot there, and so not run: {', '.join(missing)}")
    return 1 if failed else 0


# --- Windows --------------------------------------------------------------------------------------


def windows() -> int:
    """The installer, by NSIS."""
    maker = shutil.which("makensis") or r"C:\Program Files (x86)\NSIS\makensis.exe"
    made = DIST / f"Memory-Desktop-{VERSION}-setup.exe"
    given = {
        "VERSION": VERSION,
        "PROGRAM": BUILD / "program" / NAME,
        "ICON": BUILD / "icons" / f"{NAME}.ico",
        "OUT": made,
    }
    return subprocess.call(
        [maker, *(f"-D{name}={value}" for name, value in given.items()), str(PACKAGING / "windows" / "setup.nsi")]
    )


# --- helpers --------------------------------------------------------------------------------------


def run(command: Sequence[str], *, env: dict[str, str] | None = None) -> None:
    """Run a command, and say which; end when it fails."""
    print("+", " ".join(Path(word).name if word == command[0] else word for word in command)[:160], flush=True)
    subprocess.check_call(command, env=env)


def _date_of_source() -> int:
    """When the sources were last changed, in seconds: what is built twice from the same is the same."""
    git = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(git.stdout) if git.returncode == 0 else int((ROOT / "pyproject.toml").stat().st_mtime)


def _dpkg(*arguments: str) -> str:
    tool = "dpkg-query" if arguments[0] == "-S" else "dpkg"
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=False).stdout.strip()


def _at(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _put(source: Path, target: Path) -> Path:
    return Path(shutil.copyfile(source, _at(target)))


def _zipped(target: Path, data: bytes) -> None:
    with _at(target).open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(data)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
