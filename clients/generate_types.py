#!/usr/bin/env python3
"""Writes the types of both clients from the protocol's schema, so that nobody
keeps them in step by hand.

    python3 clients/generate_types.py           writes them
    python3 clients/generate_types.py --check   fails when they differ
"""

import json
import keyword
import sys
import textwrap
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent
SCHEMA = CLIENTS.parent / "schemas" / "serve.schema.json"
PYTHON = CLIENTS / "python" / "src" / "snaphook" / "_types.py"
TYPESCRIPT = CLIENTS / "typescript" / "src" / "types.ts"

# What users of the clients see; the rest comes with it.
WANTED = [
    "InitializeResult",
    "ExecuteResult",
    "ExplainResult",
    "ListResult",
    "Reloaded",
    "Decision",
    "NoticeParams",
    "StatusParams",
    "ApprovalParams",
    "CallParams",
]

# Names that say more to users than those of the messages.
RENAMED = {
    "NoticeParams": "SessionNotice",
    "StatusParams": "SessionStatus",
    "RunningParams": "RunningHook",
    "ApprovalParams": "Question",
    "OptionParams": "QuestionOption",
    "CallParams": "CallParams",
}


def name_of(ref):
    name = ref.rsplit("/", 1)[-1]
    return RENAMED.get(name, name)


def literal(schema):
    """The values of a schema that is a choice of constants, or nothing."""
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return schema["enum"]
    parts = schema.get("oneOf")
    if parts and all("const" in part for part in parts):
        return [part["const"] for part in parts]
    return None


def wanted(definitions):
    """What is wanted and all it mentions, sorted."""
    found, waiting = set(), list(WANTED)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        text = json.dumps(definitions[name])
        waiting += [other for other in definitions if f'"#/$defs/{other}"' in text]
    return sorted(found, key=lambda name: RENAMED.get(name, name))


def first_sentence(schema):
    return schema.get("description", "").split("\n\n")[0].split("  ")[0].strip()


def merged(schema):
    """The forms an object may have: its own members with those of each part."""
    own, required = schema.get("properties", {}), schema.get("required", [])
    for part in schema.get("oneOf", [{}]):
        yield {
            "description": part.get("description") or schema.get("description", ""),
            "properties": {**own, **part.get("properties", {})},
            "required": [*required, *part.get("required", [])],
        }


class Python:
    """Types as TypedDicts that Python 3.9 knows."""

    def head(self):
        return (
            '"""What is said over the protocol: made from its schema by\n'
            '`clients/generate_types.py`, not by hand."""\n\n'
            "from __future__ import annotations\n\n"
            "from typing import Any, Dict, List, Literal, TypedDict, Union\n"
        )

    def type(self, schema):
        if "$ref" in schema:
            return name_of(schema["$ref"])
        values = literal(schema)
        if values:
            return f"Literal[{', '.join(json.dumps(value) for value in values)}]"
        kind = schema.get("type")
        if kind == "array":
            return f"List[{self.type(schema.get('items', {}))}]"
        if kind == "object":
            return "Dict[str, Any]"
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        return simple.get(kind, "Any") if isinstance(kind, str) else "Any"

    def definition(self, name, schema):
        values = literal(schema)
        if values:
            choice = ", ".join(json.dumps(value) for value in values)
            line = f"{name} = Literal[{choice}]"
            if len(line) > 100:
                listed = "".join(f"    {json.dumps(value)},\n" for value in values)
                line = f"{name} = Literal[\n{listed}]"
            return f"{line}\n{self.doc(schema, '')}"
        forms = list(merged(schema))
        if len(forms) == 1:
            return self.object(name, forms[0])
        names, text = [], ""
        for number, form in enumerate(forms):
            tag = self.tag(form)
            own = name + (tag[0].upper() + tag[1:] if tag else str(number + 1))
            names.append(own)
            text += self.object(own, form) + "\n\n"
        line = f"{name} = Union[{', '.join(names)}]"
        if len(line) > 100:
            line = f"{name} = Union[\n" + "".join(f"    {own},\n" for own in names) + "]"
        return f"{text}{line}\n{self.doc(schema, '')}"

    def tag(self, form):
        """What tells a form from the others."""
        for member in form["properties"].values():
            values = literal(member)
            if values and "$ref" not in member and member.get("description") != "Where it applies.":
                return values[0]
        return None

    def doc(self, schema, indent):
        words = first_sentence(schema)
        if not words:
            return ""
        lines = textwrap.wrap(words, 96 - len(indent))
        if len(lines) == 1:
            return f'{indent}"""{lines[0]}"""\n'
        body = f"\n{indent}".join(lines)
        return f'{indent}"""{body}\n{indent}"""\n'

    def object(self, name, form):
        required = [key for key in form["properties"] if key in form["required"]]
        optional = [key for key in form["properties"] if key not in form["required"]]
        text, base = "", "TypedDict"
        if required and optional:
            base = f"_{name}Required"
            text = self.members(base, "TypedDict", form, required, True, doc=False) + "\n\n"
            return text + self.members(name, base, form, optional, False)
        return self.members(name, base, form, required or optional, bool(required))

    def members(self, name, base, form, keys, total, doc=True):
        words = self.doc(form, "    ") if doc else ""
        if any(keyword.iskeyword(key) for key in keys):
            # Keys that are Python's own words can only stand in this form.
            spelled = "".join(
                f'        "{key}": "{self.type(form["properties"][key])}",\n' for key in keys
            ).replace('Literal["', "Literal['")
            rest = "" if total else "    total=False,\n"
            inner = f"_{name}Keywords" if base != "TypedDict" else name
            text = f'{inner} = TypedDict(\n    "{inner}",\n    {{\n{spelled}    }},\n{rest})\n'
            if base != "TypedDict":
                text += f"\n\nclass {name}({base}, {inner}):\n{words or '    pass'}"
            return text
        head = f"class {name}({base}{'' if total else ', total=False'}):\n"
        listed = ""
        for key in keys:
            member = form["properties"][key]
            listed += f"    {key}: {self.type(member)}\n{self.doc(member, '    ')}"
        return head + (words + "\n" if words else "") + (listed or "    pass\n")


class TypeScript:
    """Types as interfaces."""

    def head(self):
        return (
            "// What is said over the protocol: made from its schema by\n"
            "// `clients/generate_types.py`, not by hand.\n"
        )

    def type(self, schema):
        if "$ref" in schema:
            return name_of(schema["$ref"])
        values = literal(schema)
        if values:
            return " | ".join(json.dumps(value) for value in values)
        kind = schema.get("type")
        if kind == "array":
            item = self.type(schema.get("items", {}))
            return f"({item})[]" if "|" in item else f"{item}[]"
        if kind == "object" and "properties" in schema:
            return "{ " + "; ".join(self.plain(schema)) + " }"
        if kind == "object":
            return "Record<string, unknown>"
        simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
        return simple.get(kind, "unknown") if isinstance(kind, str) else "unknown"

    def plain(self, schema):
        for key, member in schema["properties"].items():
            mark = "" if key in schema.get("required", []) else "?"
            yield f"{key}{mark}: {self.type(member)}"

    def doc(self, schema, indent):
        words = first_sentence(schema)
        if not words:
            return ""
        lines = textwrap.wrap(words, 96 - len(indent))
        if len(lines) == 1:
            return f"{indent}/** {lines[0]} */\n"
        return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"

    def definition(self, name, schema):
        words = self.doc(schema, "")
        values = literal(schema)
        if values:
            choice = " | ".join(json.dumps(value) for value in values)
            line = f"export type {name} = {choice};\n"
            if len(line) > 100:
                line = f"export type {name} =" + "".join(
                    f"\n  | {json.dumps(value)}" for value in values
                ) + ";\n"
            return words + line
        forms = list(merged(schema))
        if len(forms) == 1:
            return f"{words}export interface {name} {self.object(forms[0], '')}\n"
        text = f"{words}export type {name} ="
        for form in forms:
            text += f"\n  | {self.object(form, '    ')}"
        return text + ";\n"

    def object(self, form, indent):
        text = "{\n"
        for key, member in form["properties"].items():
            mark = "" if key in form["required"] else "?"
            text += self.doc(member, indent + "  ")
            text += f"{indent}  {key}{mark}: {self.type(member)};\n"
        return text + indent + "}"


def text_of(language, definitions, between):
    text = language.head()
    for name in wanted(definitions):
        text += between + language.definition(RENAMED.get(name, name), definitions[name])
    return text


def main():
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    written = {
        PYTHON: text_of(Python(), definitions, "\n\n"),
        TYPESCRIPT: text_of(TypeScript(), definitions, "\n"),
    }
    if "--check" in sys.argv[1:]:
        for path, text in written.items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                shown = path.relative_to(CLIENTS.parent)
                sys.exit(f"{shown} is not what the schema says: run clients/generate_types.py")
        return
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
