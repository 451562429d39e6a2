import unittest
from typing import Any, cast

from snaphook.inbox import from_human_response, to_human_interrupt


def question(**more: Any) -> Any:
    return {
        "sessionId": "s",
        "hook": "the ask rule `Bash(git push *)`",
        "event": "PermissionRequest",
        "toolName": "Bash",
        "toolInput": {"command": "git push"},
        "questionId": "call-1",
        "message": "May the agent use Bash?",
        "options": [{"key": "allow", "label": "Allow"}, {"key": "deny", "label": "Deny"}],
        **more,
    }


CALL = {"action": "Bash", "args": {"command": "git push"}}


class TestInbox(unittest.TestCase):
    def reply(self, response: Any, **more: Any) -> Any:
        return from_human_response(question(**more), response)

    def test_a_question_shows_the_whole_call(self) -> None:
        interrupt = to_human_interrupt(question())
        self.assertEqual(interrupt["action_request"], CALL)
        self.assertEqual(interrupt["description"], "May the agent use Bash?")
        self.assertTrue(interrupt["config"]["allow_accept"])
        self.assertFalse(interrupt["config"]["allow_edit"])

    def test_only_a_clear_yes_is_a_yes(self) -> None:
        self.assertEqual(self.reply([{"type": "accept", "args": None}]), "allow")
        self.assertEqual(self.reply({"type": "accept", "args": CALL}), "allow")
        self.assertEqual(self.reply([{"type": "ignore", "args": None}]), "deny")
        self.assertEqual(self.reply([{"type": "response", "args": "use a branch"}]), "deny")

    def test_an_unknown_decision_word_denies(self) -> None:
        for word in ("approve", "Accept", "accept ", "", None, True, 1, ["accept"]):
            self.assertIsNone(self.reply([{"type": word, "args": None}]), word)
        for response in (None, [], "accept", [None], {"args": None}):
            self.assertIsNone(self.reply(response), response)

    def test_several_answers_to_one_question_deny(self) -> None:
        accept = {"type": "accept", "args": None}
        self.assertIsNone(self.reply([accept, accept]))

    def test_another_call_than_the_one_shown_is_not_approved(self) -> None:
        other = {"action": "Bash", "args": {"command": "git push --force"}}
        self.assertIsNone(self.reply([{"type": "edit", "args": other}]))
        self.assertIsNone(self.reply([{"type": "accept", "args": other}]))
        self.assertEqual(self.reply([{"type": "edit", "args": CALL}]), "allow")
        one, true = {"n": 1}, {"action": "Bash", "args": {"n": True}}
        self.assertIsNone(self.reply([{"type": "edit", "args": true}], toolInput=one))

    def test_an_answer_that_was_not_offered_denies(self) -> None:
        options = [{"key": "yes", "label": "Yes"}]
        self.assertIsNone(self.reply([{"type": "accept", "args": None}], options=options))
        interrupt = to_human_interrupt(cast(Any, question(options=options)))
        self.assertFalse(interrupt["config"]["allow_accept"])


if __name__ == "__main__":
    unittest.main()
