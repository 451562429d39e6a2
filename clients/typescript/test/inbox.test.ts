// Approvals of other systems: only a clear yes to the call that was shown is a yes.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  type Question,
  fromHumanResponse,
  fromToolApprovalResponse,
  toHumanInterrupt,
  toToolApprovalRequest,
} from "../src/index.js";

const QUESTION: Question = {
  sessionId: "s",
  hook: "the ask rule `Bash(git push *)`",
  event: "PermissionRequest",
  toolName: "Bash",
  toolInput: { command: "git push" },
  questionId: "call-1",
  message: "May the agent use Bash?",
  options: [
    { key: "allow", label: "Allow" },
    { key: "deny", label: "Deny" },
  ],
};
const CALL = { action: "Bash", args: { command: "git push" } };

const human = (response: unknown) => fromHumanResponse(QUESTION, response as never);
const approval = (response: unknown) => fromToolApprovalResponse(QUESTION, response as never);

test("a question shows the whole call", () => {
  const interrupt = toHumanInterrupt(QUESTION);
  assert.deepEqual(interrupt.action_request, CALL);
  assert.equal(interrupt.config.allow_accept, true);
  assert.equal(interrupt.config.allow_edit, false);
  const request = toToolApprovalRequest(QUESTION);
  assert.equal(request.approvalId, "call-1");
  assert.deepEqual(request.toolCall.input, { command: "git push" });
});

test("only a clear yes of the agent inbox is a yes", () => {
  assert.equal(human([{ type: "accept", args: null }]), "allow");
  assert.equal(human({ type: "accept", args: CALL }), "allow");
  assert.equal(human({ type: "edit", args: CALL }), "allow");
  assert.equal(human([{ type: "ignore", args: null }]), "deny");
  assert.equal(human([{ type: "response", args: "use a branch" }]), "deny");
  const other = { action: "Bash", args: { command: "git push --force" } };
  assert.equal(human({ type: "edit", args: other }), null);
  assert.equal(human({ type: "accept", args: other }), null);
});

test("an unknown decision word denies", () => {
  for (const type of ["approve", "Accept", "accept ", "", null, true, 1, ["accept"]]) {
    assert.equal(human([{ type, args: null }]), null, String(type));
  }
  const accept = { type: "accept", args: null };
  for (const response of [null, undefined, [], "accept", [null], [accept, accept], [[accept]]]) {
    assert.equal(human(response), null);
  }
  const response = { type: "tool-approval-response", approvalId: "call-1" };
  for (const approved of ["true", 1, {}, null, undefined, "yes"]) {
    assert.equal(approval({ ...response, approved }), null, String(approved));
  }
});

test("a tool approval counts for its own call", () => {
  const response = { type: "tool-approval-response", approvalId: "call-1" };
  assert.equal(approval({ ...response, approved: true }), "allow");
  assert.equal(approval({ ...response, approved: false, reason: "no" }), "deny");
  assert.equal(approval({ ...response, approvalId: "call-2", approved: true }), null);
  assert.equal(approval({ ...response, type: "tool-approval", approved: true }), null);
  assert.equal(approval(null), null);
  const options = [{ key: "yes", label: "Yes" }];
  const question = { ...QUESTION, options };
  assert.equal(
    fromToolApprovalResponse(question, { ...response, approved: true } as never),
    null,
  );
});
