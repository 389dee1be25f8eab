"""What can be said of a configuration, a query or a command line in a document without running it as a whole."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import yaml

from blocks import ROOT

# bcrypt, of "open sesame".
HASH = "$2y$10$stepstepstepstepstepsu9iIxYoCnv1XYiczqiYY6BUki1StecNK"


def run(*command, cwd=None):
    """None, or what the command says is wrong."""
    if not shutil.which(command[0]):
        return f"{command[0]} is not installed (tools/packages.txt)"
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    return None if done.returncode == 0 else done.stdout + done.stderr


# A YAML file belongs to the tool whose keys it has at its top.
def yaml_command(room, keys, path):
    if "format" in keys and "rules" in keys:
        return (room.steptail, "check", "--format", path)
    if keys & {"watch", "stall", "retention", "limits", "formats"}:
        return (room.steptail, "check", "--config.file", path)
    if keys & {"scrape_configs", "remote_write", "global", "rule_files"}:
        return ("promtool", "check", "config", "--syntax-only", path)
    if keys & {"route", "receivers"}:
        return ("amtool", "check-config", path)
    if keys & {"groups"}:
        return ("promtool", "check", "rules", path)
    return None


def check_web(room, text):
    """A web configuration, with a hash where the document has only its beginning, beside the files that it names. It stays, for the
    commands after it; those who share its schema have to take it too."""
    path = room.folder / "etc/steptail/web.yaml"
    path.write_text(text.replace("$2y$10$...", HASH), encoding="utf-8")
    key, certificate = (path.with_name(f"server.{kind}") for kind in ("key", "crt"))
    return run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
               "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)) or \
        run(room.steptail, "check", "--web.config.file", str(path)) or run("promtool", "check", "web-config", str(path))


def check_yaml(room, block):
    text = room.moved(block.text)
    top = yaml.safe_load(text)
    keys = set(top) if isinstance(top, dict) else set()
    if keys & {"tls_server_config", "basic_auth_users"}:
        return check_web(room, text)
    path = room.folder / "work" / "block.yaml"
    path.write_text(text, encoding="utf-8")
    command = yaml_command(room, keys, str(path))
    return run(*command) if command else "is a YAML file of which nobody knows what it is for"


def check_drop_in(_, block):
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "steptail.service"
        text = (ROOT / "deploy/systemd/steptail.service").read_text(encoding="utf-8")
        unit.write_text(text.replace("/usr/bin/steptail", "/bin/true"), encoding="utf-8")
        drop_in = pathlib.Path(folder) / "steptail.service.d" / "site.conf"
        drop_in.parent.mkdir()
        drop_in.write_text(block.text.replace("/usr/bin/steptail", "/bin/true"), encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "--no-pager", "verify", "--man=no", str(unit)], capture_output=True, text=True,
                              check=False, env=os.environ | {"SYSTEMD_UNIT_PATH": f"{folder}:"})
        return (done.stdout + done.stderr) or None


def check_queries(room, block):
    path = room.folder / "work" / "rules.yml"
    queries = [query for query in block.text.split("\n\n") if query.strip()]
    rules = [{"record": "documented:query:any", "labels": {"number": str(i)}, "expr": query} for i, query in enumerate(queries)]
    path.write_text(yaml.safe_dump({"groups": [{"name": "documented", "rules": rules}]}), encoding="utf-8")
    return run("promtool", "check", "rules", str(path))


def check(room, block):
    by_language = {"yaml": check_yaml, "ini": check_drop_in, "promql": check_queries}
    if block.language == "ini" and not shutil.which("systemd-analyze"):
        print(f"{block.place}: not checked: systemd-analyze is not installed")
        return None
    if block.language not in by_language:
        return f"nobody knows how to test a block of {block.language}"
    return by_language[block.language](room, block)


@functools.cache
def flags_of(steptail, command):
    # With --help it says of every word that all is well: the list of commands knows better.
    done = subprocess.run([steptail, "--help"], capture_output=True, text=True, check=True)
    if command and not re.search(rf"(?m)^  {re.escape(command)} ", done.stdout):
        return None
    done = subprocess.run([steptail, *([command] if command else []), "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(r"--[a-z][a-z.-]*", done.stdout))


def check_inline(steptail, path):
    """`steptail COMMAND --flag` in running text: the command and the flags must be there."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", "", (ROOT / path).read_text(encoding="utf-8"))
    for code in re.findall(r"`steptail ([^`]*)`", text.replace("\n", " ")):
        words = code.split()
        command = words[0] if not words[0].startswith("-") else ""
        known = flags_of(steptail, command)
        if known is None:
            yield f"{path}:1: `steptail {code}`: there is no such command"
            continue
        for flag in re.findall(r"--[a-z][a-z.-]*", code):
            if flag not in known:
                yield f"{path}:1: `steptail {code}`: it has no {flag}"


def flattened(value, name=""):
    """Names such as watch[].stall.factor, with their values."""
    if isinstance(value, dict) and value and name != "watch[].labels":
        for key, inner in value.items():
            yield from flattened(inner, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from flattened(value[0], name + "[]")
    else:
        yield name, value


def shipped_configuration():
    """config/steptail.yaml with its example of an entry, which stands in comments, as a part of it."""
    text = (ROOT / "config/steptail.yaml").read_text(encoding="utf-8")
    example = re.search(r"(?ms)^watch:\n(.*?)^$", text)
    return yaml.safe_load(text.replace(example[1], re.sub(r"(?m)^#", "", example[1])))


def check_reference(steptail, path="docs/configure.md"):
    """The table of options: the keys and defaults of the shipped configuration, and a file of them that is accepted."""
    rows = dict(re.findall(r"(?m)^\| `([a-z_.\[\]]+)` \| (.*?) \|", (ROOT / path).read_text(encoding="utf-8")))
    documented = {key: yaml.safe_load(value.strip("`")) if value.startswith("`") else None for key, value in rows.items()}
    shipped = dict(flattened(shipped_configuration()))
    shipped = {key: value for key, value in shipped.items() if not key.startswith("watch[].stall")}
    documented.pop("watch[].stall", None)
    for key in sorted(set(shipped) ^ set(documented)):
        yield f"{path}:1: {key} is {'missing' if key in shipped else 'no option'}"
    for key in sorted(set(shipped) & set(documented)):
        # What an example has to say, no default can.
        if documented[key] is not None and documented[key] != shipped[key]:
            yield f"{path}:1: {key} is {shipped[key]!r} by default, not {documented[key]!r}"
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(shipped_configuration(), file)
        file.flush()
        if problem := run(steptail, "check", "--config.file", file.name):
            yield f"config/steptail.yaml:1: with its example it is not accepted: {problem}"
