#!/usr/bin/env python3
"""Writes the types of both clients from the schemas of the protocol and of the events'
inputs, so that nobody keeps them in step by hand.

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
INPUTS = CLIENTS.parent / "schemas" / "input"
PYTHON_INPUTS = CLIENTS / "python" / "src" / "snaphook" / "_events.py"
TYPESCRIPT_INPUTS = CLIENTS / "typescript" / "src" / "inputs.ts"

# What the server fills in where a client leaves it out.
FILLED = {"session_id", "transcript_path", "cwd", "hook_event_name"}
# What a client may leave out where it has nothing to say.
SPARED = {"tool_use_id", "stop_hook_active", "notification_type", "custom_instructions"}

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
    "ProgressParams",
    "ApprovalParams",
    "FunctionCallParams",
    "Approval",
    "ApprovalAnsweredParams",
]

# Names that say more to users than those of the messages.
RENAMED = {
    "NoticeParams": "SessionNotice",
    "StatusParams": "SessionStatus",
    "ProgressParams": "HookProgress",
    "RunningParams": "RunningHook",
    "ApprovalParams": "Question",
    "OptionParams": "QuestionOption",
    "AskerParams": "QuestionAsker",
    "ApprovalAnsweredParams": "AnsweredElsewhere",
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

    def __init__(self, is_input=False):
        self.is_input = is_input

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
        if isinstance(kind, list) and kind[1:] == ["null"]:
            return f"Optional[{self.type({**schema, 'type': kind[0]})}]"
        if kind == "array":
            return f"List[{self.type(schema.get('items', {}))}]"
        if kind == "object":
            return "Mapping[str, Any]" if self.is_input else "Dict[str, Any]"
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

    def input(self, name, event):
        """The input of an event, with the fields of every input."""
        fields = event["properties"]
        required = [key for key in fields if key in event["required"]]
        optional = [key for key in fields if key not in event["required"]]
        text, base = "", "CommonInput"
        if required and optional:
            base = f"_{name}Required"
            text = self.members(base, "CommonInput", event, required, True, doc=False) + "\n\n"
        return text + self.members(name, base, event, optional or required, not optional)

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
        if isinstance(kind, list) and kind[1:] == ["null"]:
            return f"{self.type({**schema, 'type': kind[0]})} | null"
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


def events():
    """Each event with its fields, and those that every event has."""
    found = {}
    for file in sorted(INPUTS.glob("*.schema.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        fields = {k: v for k, v in schema["properties"].items() if k != "hook_event_name"}
        required = [key for key in schema["required"] if key not in FILLED | SPARED]
        found[file.name.split(".")[0]] = {**schema, "properties": fields, "required": required}
    every = next(iter(found.values()))["properties"]
    common = {
        key: schema
        for key, schema in every.items()
        if all(
            event["properties"].get(key) == schema and key not in event["required"]
            for event in found.values()
        )
    }
    for event in found.values():
        event["properties"] = {k: v for k, v in event["properties"].items() if k not in common}
    return found, {"description": "Fields of every input.", "properties": common, "required": []}


PYTHON_METHODS = '''
class {name}:
    """The methods that take the input of an event, typed for each event."""

{overloads}
    @overload
    {define} execute(
        self,
        event: Optional[CustomEvent],
        fields: Mapping[str, Any],
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed": ...

    {define} execute(
        self,
        event: Optional[str],
        fields: Optional[Mapping[str, Any]] = None,
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed":
        """Runs the hooks of one event. Its input is given as a mapping or as keywords; the
        event may be ``None`` when the mapping has ``hook_event_name``. Fields that the
        event does not have are an error for a type checker; for an event of your own, write
        ``CustomEvent("MyEvent")``.

        Cancelling it ends its hooks.
        """
        return {call}self._execute(event, {{**(fields or {{}}), **more}}, wait, native)

{observers}
    @overload
    {define} observe(
        self, event: Optional[CustomEvent], fields: Mapping[str, Any], **more: Any
    ) -> None: ...

    {define} observe(
        self, event: Optional[str], fields: Optional[Mapping[str, Any]] = None, **more: Any
    ) -> None:
        """Fires an event that nobody waits for."""
        {call}self._observe(event, {{**(fields or {{}}), **more}})

    {define} _execute(
        self, event: Optional[str], fields: Mapping[str, Any], wait: bool, native: bool
    ) -> "Executed":
        raise NotImplementedError

    {define} _observe(self, event: Optional[str], fields: Mapping[str, Any]) -> None:
        raise NotImplementedError
'''


def python_methods(name, names, is_async):
    define = "async def" if is_async else "def"
    overloads, observers = "", ""
    options = "wait: bool = False, native: bool = False"
    for event, schema in names.items():
        literal, given = f'event: Literal["{event}"]', f"{event}Input"
        overloads += (
            f"    @overload\n    {define} execute(\n"
            f"        self, {literal}, fields: {given}, *, {options}\n"
            f'    ) -> "Executed": ...\n\n'
        )
        observers += (
            f"    @overload\n    {define} observe(self, {literal}, fields: {given}) -> None: ...\n\n"
        )
        if "event" in schema["properties"]:
            continue  # As a keyword, it would be the name of the event.
        overloads += (
            f"    @overload\n    {define} execute(\n"
            f"        self, {literal}, *, {options}, **more: Unpack[{given}]\n"
            f'    ) -> "Executed": ...\n\n'
        )
        observers += (
            f"    @overload\n    {define} observe(\n"
            f"        self, {literal}, **more: Unpack[{given}]\n"
            f"    ) -> None: ...\n\n"
        )
    parts = {
        "name": name,
        "define": define,
        "call": "await " if is_async else "",
        "overloads": overloads.rstrip(),
        "observers": observers.rstrip(),
    }
    return PYTHON_METHODS.format(**parts)


def python_inputs():
    found, common = events()
    python = Python(is_input=True)
    text = (
        '"""The inputs of events, and the methods that take them: made from `schemas/input` by\n'
        '`clients/generate_types.py`, not by hand."""\n\n'
        "from __future__ import annotations\n\n"
        "from typing import (\n    TYPE_CHECKING,\n    Any,\n    List,\n    Literal,\n    Mapping,\n"
        "    NewType,\n    Optional,\n    TypedDict,\n    Union,\n    overload,\n)\n\n"
        "if TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n"
        "    from ._session import Executed\n\n"
        'CustomEvent = NewType("CustomEvent", str)\n'
        '"""The name of an event of your own, or of one whose input is not to be checked."""\n\n\n'
    )
    text += python.members("CommonInput", "TypedDict", common, common["properties"], False)
    for name, event in found.items():
        text += "\n\n" + python.input(f"{name}Input", event)
    text += "\n" + python_methods("AsyncEvents", found, True)
    return text + "\n" + python_methods("SyncEvents", found, False)


def typescript_inputs():
    found, common = events()
    typescript = TypeScript()
    text = (
        "// The inputs of events: made from `schemas/input` by `clients/generate_types.py`, not by\n"
        "// hand.\n\n/** Fields of every input. */\n"
        f"export interface CommonInput {typescript.object(common, '')}\n"
    )
    for name, event in found.items():
        text += f"\n{typescript.doc(event, '')}"
        text += f"export interface {name}Input extends CommonInput {typescript.object(event, '')}\n"
    text += "\n/** The input of each event, by its name. */\nexport interface EventInputs {\n"
    return text + "".join(f"  {name}: {name}Input;\n" for name in found) + "}\n"


def main():
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    written = {
        PYTHON: text_of(Python(), definitions, "\n\n"),
        TYPESCRIPT: text_of(TypeScript(), definitions, "\n"),
        PYTHON_INPUTS: python_inputs(),
        TYPESCRIPT_INPUTS: typescript_inputs(),
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
