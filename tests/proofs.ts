/**
 * What is proven, by which test, and a bug that this test catches. tests/PROOFS.md is made of this table (npm run docs), and npm run mutations
 * plants each bug alone. `find` is there exactly once in `file`; unit/mutations.test.ts holds the table to that.
 */
export type Mutation = {
  /** By which it is run alone: npm run mutations -- NAME. */
  name: string;
  proof: string;
  /** The bug in words. */
  bug: string;
  file: string;
  find: string;
  replace: string;
  /** `name`: the title of the test, or a part of it that no other test of the file has. */
  test: { file: string; name: string };
};

const unit = (file: string, name: string) => ({ file: `tests/unit/${file}.test.ts`, name });
const integration = (file: string, name: string) => ({ file: `tests/integration/${file}.test.ts`, name });

export const proofs: Readonly<Record<string, readonly Mutation[]>> = {
  'A mail leaves at most once': [
    {
      name: 'claim-by-two',
      proof: 'One worker at a time holds a message; another one takes it only when the lease has ended.',
      bug: 'a claim counts as lapsed from the beginning',
      file: 'events/messages/sendAttempt.ts',
      find: "state.status === 'claimed' && state.claim !== null && state.claim.leaseUntil <= claim.now;",
      replace: "state.status === 'claimed';",
      test: unit('domain-message', 'is claimed when due, by one worker at a time'),
    },
    {
      name: 'dispatch-without-claim',
      proof: 'Only the holder of the claim says that the mail leaves, and only before the lease ends.',
      bug: 'the end of the lease is not looked at',
      file: 'events/messages/sendAttempt.ts',
      find: '  state.claim?.worker === by.worker &&\n  by.now < state.claim.leaseUntil;',
      replace: '  state.claim?.worker === by.worker;',
      test: unit('domain-message', 'only the holder of the claim dispatches'),
    },
    {
      name: 'send-before-commit',
      proof: 'The log says that a mail leaves before its provider is asked.',
      bug: 'the mail is handed over while the transaction is open',
      file: 'worker/tasks/send/senderTurn.ts',
      find: '  const result = await store.sql.begin(async (tx) => {',
      replace: `  const early = (whole: (tx: Tx) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const commit = store.sql.begin(async (tx) => {
        resolve(await whole(tx));
        await new Promise((wait) => setTimeout(wait, 1_000));
      });
      commit.catch(reject);
    });
  const result = await early(async (tx) => {`,
      test: integration('worker-dispatch', 'is in the log as leaving before the provider is asked'),
    },
    {
      name: 'silence-is-tried-again',
      proof: 'A mail whose answer was lost is unconfirmed.',
      bug: 'a broken connection means that the mail did not leave, and it is tried again',
      file: 'events/messages/outcome.ts',
      find: "if (answer.kind === 'broken') return of('unknown', 'trouble');",
      replace: "if (answer.kind === 'broken') return of('deferred', 'trouble');",
      test: unit('domain-accounts-and-limits', 'no connection: it did not leave; a broken one: nobody knows'),
    },
    {
      name: 'unconfirmed-is-claimed',
      proof: 'An unconfirmed mail is never sent again automatically, also after its worker was killed.',
      bug: 'an attempt that fell silent is tried again',
      file: 'worker/tasks/send/claim.ts',
      find: "recordOutcome(message, message.attempt, { outcome: 'unknown', reason });",
      replace: "recordOutcome(message, message.attempt, { outcome: 'deferred', until: moment, reason });",
      test: integration('worker-sending', 'after it said "it leaves now": unknown once lease and grace are over'),
    },
    {
      name: 'second-send-now',
      proof: 'A second click on Send Now joins the first one.',
      bug: 'each click is a new wish',
      file: 'events/messages/sendTime.ts',
      find: "if (state.status === 'claimed' || state.status === 'dispatching' || trying) return [];",
      replace: "if (state.status === 'claimed' || state.status === 'dispatching') return [];",
      test: unit('domain-message', 'a second click joins the first'),
    },
    {
      name: 'job-added-twice',
      proof: 'Each event makes its job once, however many relays run.',
      bug: 'a relay does not hold the checkpoint',
      file: 'worker/relay.ts',
      find: " where name = 'relay' for update skip locked`;",
      replace: " where name = 'relay'`;",
      test: integration('worker-relay', 'of several relays one is active at a time'),
    },
    {
      name: 'stale-worker-sends',
      proof: 'A worker that stood still after "it leaves now" does not send.',
      bug: 'the age of the decision is not looked at',
      file: 'worker/tasks/send/handOver.ts',
      find: 'export const STALE_MS = 30_000;',
      replace: 'export const STALE_MS = 30_000_000;',
      test: integration('worker-stale', 'lets the mail not leave any more'),
    },
  ],
  'When mails leave': [
    {
      name: 'daily-limit',
      proof: 'A daily limit is kept by each dispatch.',
      bug: 'one mail more than the limit',
      file: 'events/sending/quota.ts',
      find: 'quotaUsed(state) >= want.limit',
      replace: 'quotaUsed(state) > want.limit',
      test: unit('domain-accounts-and-limits', 'a full day has no place'),
    },
    {
      name: 'mailbox-limit',
      proof: 'All campaigns of a mailbox share its daily limit, however many mails are due at once.',
      bug: 'the mailbox has no daily limit',
      file: 'events/sending/sendPolicy.ts',
      find: "if (mailboxDay === 'full') return full('mailbox_full', quotas.mailboxLimit);",
      replace: "if (mailboxDay === 'full') return { allowed: true, campaignDay, mailboxDay: [] } as const;",
      test: integration('worker-sending', 'limit over several campaigns'),
    },
    {
      name: 'thread-account',
      proof: 'A thread goes on from the sending account that began it, and waits for it.',
      bug: 'any account goes on with a thread',
      file: 'events/sending/rotation.ts',
      find: '  if (thread !== null) return ids(sending.filter(({ id }) => id === thread));',
      replace: '  if (thread === undefined) return ids(sending);',
      test: unit('domain-rotation', 'of a begun thread is the one of the thread'),
    },
    {
      name: 'limit-by-zone',
      proof: 'Another time zone does not begin the day of a limit anew.',
      bug: 'the day is always the local one',
      file: 'events/sending/quota.ts',
      find: '  const standing = begun.filter((other) => other.day > own || localDay(now, other.zone) === other.day);',
      replace: '  const standing = begun.filter((other) => other.day === own);',
      test: unit('domain-accounts-and-limits', 'each name of a day once, and never one of the past'),
    },
    {
      name: 'gap',
      proof: 'Planned mails of a mailbox keep their gap.',
      bug: 'a mail keeps the gap from later ones only',
      file: 'events/sending/sendDraw.ts',
      find: '({ from: at - GAP_MS, to: at + GAP_MS })',
      replace: '({ from: at - GAP_MS, to: at })',
      test: unit('domain-send-plan', 'keeps the daily limit, the window, the weekdays and the gap'),
    },
    {
      name: 'jitter',
      proof: 'The times of a plan are irregular.',
      bug: 'a mail leaves at the first moment that is open',
      file: 'events/sending/sendDraw.ts',
      find: 'drawn.push(stretch.from + Math.floor(place));',
      replace: 'drawn.push(stretch.from);',
      test: unit('domain-send-plan', 'has no rhythm'),
    },
    {
      name: 'hours',
      proof: 'A mail of the plan leaves in the sending hours only.',
      bug: 'the end of the hours is not looked at',
      file: 'events/sending/sendWindow.ts',
      find: 'return open !== null && instant >= open.from && instant < open.to;',
      replace: 'return open !== null && instant >= open.from;',
      test: unit('domain-send-policy', 'outside_hours'),
    },
    {
      name: 'pause',
      proof: 'Nothing of a paused campaign leaves with its plan.',
      bug: 'the dispatch does not look at the status of the campaign',
      file: 'events/sending/sendPolicy.ts',
      find: "if (!state.immediate && campaign.status !== 'active') return",
      replace: "if (!state.immediate && campaign.status === 'draft') return",
      test: unit('domain-send-policy', 'campaign_paused'),
    },
  ],
  'Who gets mail': [
    {
      name: 'suppressed-after-planning',
      proof:
        'An address that comes onto the "Do not contact" list after the mail was planned and claimed gets nothing.',
      bug: 'the dispatch does not look at the list',
      file: 'events/sending/sendPolicy.ts',
      find: 'if (suppression.suppressed) return',
      replace: 'if (suppression.suppressed && state.approvedHash === null) return',
      test: integration('worker-dispatch', 'to an address that came onto the list after the claim does not leave'),
    },
    {
      name: 'objection-lifted',
      proof: 'Only a confirmed wish takes an address off the list whose person objected.',
      bug: 'no confirmation is asked for',
      file: 'events/privacy/suppression.ts',
      find: 'if (isObjection(state.reason) && !confirmed) {',
      replace: 'if (isObjection(state.reason) && confirmed) {',
      test: unit('domain-accounts-and-limits', 'where the person objected only with a confirmation'),
    },
    {
      name: 'unsubscribe-forged',
      proof: 'An unsubscribe link works only as this installation made it.',
      bug: 'the proof in the link is measured, not compared',
      file: 'db/vault/unsubscribeLink.ts',
      find: 'if (proof.length !== right.length || !timingSafeEqual(proof, right)) return null;',
      replace: 'if (proof.length !== right.length) return null;',
      test: unit('unsubscribe-link', 'what was altered, cut off or made under another key is no link'),
    },
    {
      name: 'unsubscribe-one-campaign',
      proof: 'Unsubscribing cancels what waits for the address in every campaign.',
      bug: 'no job follows from a new entry of the list',
      file: 'worker/reactors.ts',
      find: '  AddressSuppressed: (event) => [',
      replace: '  AddressSuppressedBefore: (event) => [',
      test: integration('unsubscribe', 'cancels what waits for that address in every campaign'),
    },
    {
      name: 'text-of-another-address',
      proof: 'A text leaves only for the address for which it was approved.',
      bug: 'the approval does not cover the address',
      file: 'db/textHash.ts',
      find: 'JSON.stringify([recipient.toLowerCase(), text.subject, text.body])',
      replace: 'JSON.stringify([text.subject, text.body])',
      test: integration('worker-sending', 'no text leaves for an address that it was not approved for'),
    },
    {
      name: 'unapproved-text',
      proof: 'Only the very text that was approved leaves.',
      bug: 'any text leaves that has an approval',
      file: 'events/sending/sendPolicy.ts',
      find: 'if (textHash === null || textHash !== state.approvedHash) return',
      replace: 'if (textHash === null || state.approvedHash === null) return',
      test: unit('domain-send-policy', 'text_changed'),
    },
    {
      name: 'after-a-reply',
      proof: 'After a reply nothing more leaves to the person in that campaign.',
      bug: 'the dispatch does not look for replies',
      file: 'events/sending/sendPolicy.ts',
      find: 'if (!isAnswer(state.step) && answeredSinceAsked(state, facts.others)) return',
      replace: 'if (false) return',
      test: integration('worker-replies', 'is not committed for somebody who has replied since it was asked for'),
    },
    {
      name: 'follow-up-early',
      proof: 'A follow-up of the plan leaves on its day at the earliest.',
      bug: 'the dispatch does not look at the day',
      file: 'events/sending/sendPolicy.ts',
      find: 'if (state.followUp && !state.immediate && now < state.followUp.notBefore) return',
      replace: 'if (false) return',
      test: unit('domain-send-policy', 'not_due'),
    },
    {
      name: 'follow-up-alone',
      proof: 'A follow-up begins only after the message before it was sent, and neither answered nor returned.',
      bug: 'whatever became of that message, its follow-up begins',
      file: 'events/messages/followUp.ts',
      find: 'if (!wanted || !mayBeFollowed(previous) || previous.sentAt === null || next.status',
      replace: 'if (!wanted || previous.sentAt === null || next.status',
      test: unit('domain-follow-up', 'none begins after one that'),
    },
    {
      name: 'choice-over-approved',
      proof: 'The choice of a version for the rest of an A/B test changes no approved text.',
      bug: 'a text that was approved while the other one was written is replaced',
      file: 'events/messages/messageText.ts',
      find: "if (state.status === 'approved' && result.overApproved === false) return",
      replace: 'if (false) return',
      test: unit('domain-variants', 'an approved text is written over only in a draft'),
    },
    {
      name: 'recipient-asleep',
      proof:
        'A plan in the working hours of the recipients gives no time outside of them, where they overlap those of the account.',
      bug: 'the hours of the account alone count',
      file: 'events/sending/recipientHours.ts',
      find: 'return { open: ahead === 0 ? shared : [], kept: true };',
      replace: 'return { open: own ? [own] : [], kept: true };',
      test: unit('domain-recipient-hours', 'keeps limits, gaps and quotas, and gives each mail one time'),
    },
  ],
  'The log': [
    {
      name: 'tail-gaps',
      proof: 'Readers of the log see every event once and in order, while slow transactions are open.',
      bug: 'events are read that younger transactions than an open one have committed',
      file: 'db/functions/log.tail_heads.sql',
      find: 'e.tx < pg_snapshot_xmin(pg_current_snapshot())',
      replace: 'e.tx < pg_snapshot_xmax(pg_current_snapshot())',
      test: integration('log-writers', 'a tail reader beside 16 writers on many streams sees every event once'),
    },
    {
      name: 'relay-gaps',
      proof: 'The relay goes past no event that is not yet committed, so no job is lost.',
      bug: 'the relay reads what younger transactions than an open one have committed',
      file: 'db/functions/log.tail.sql',
      find: 'e.tx < pg_snapshot_xmin(pg_current_snapshot())',
      replace: 'e.tx < pg_snapshot_xmax(pg_current_snapshot())',
      test: integration('log-writers', 'goes past no event that is not yet committed'),
    },
    {
      name: 'feed-gaps',
      proof: 'Nor does the feed for other programs.',
      bug: 'the feed reads what younger transactions than an open one have committed',
      file: 'db/functions/log.feed.sql',
      find: 'e.tx < pg_snapshot_xmin(pg_current_snapshot())',
      replace: 'e.tx < pg_snapshot_xmax(pg_current_snapshot())',
      test: integration('log-writers', 'goes past no event that is not yet committed'),
    },
    {
      name: 'expected-version',
      proof: 'A command commits only at the version that it has decided on.',
      bug: 'a version that is not there yet is committed as nothing',
      file: 'db/functions/log.commit_event.sql',
      find: "    if not found then\n      raise exception 'Stream is not at version %', p_expected using errcode = 'PP001';\n    end if;\n",
      replace: '',
      test: integration('log-conflicts', 'is a ConcurrencyConflict, whether the stream is new, older, or ahead'),
    },
    {
      name: 'guard',
      proof: 'A stream that a decision only read must not have moved at the commit.',
      bug: 'a newer event of such a stream is not looked for',
      file: 'db/functions/log.commit.sql',
      find: `      ) or exists (
        select from log.events x where x.tenant_id = p_tenant and x.stream_id = v_stream and x.version = v_version + 1
      ) then`,
      replace: '      ) then',
      test: integration('log-conflicts', 'of a stream that only guards refuses the command too'),
    },
    {
      name: 'append-only',
      proof: 'No one changes or removes an event, not even the owner of the table in a session that replays.',
      bug: 'the trigger does not fire for a replica',
      file: 'db/functions/log.refuse_change.sql',
      find: 'alter table log.events enable always trigger',
      replace: 'alter table log.events enable trigger',
      test: integration('log-guards', 'also for a session that replays like a replica'),
    },
    {
      name: 'altered-event',
      proof: 'An event that was altered is found by the hash chain, also with its own hash made anew.',
      bug: 'the chain is not followed from one event to the next',
      file: 'db/log/chains.ts',
      find: "hashOf(stream, row, before ? before[10] : '') !== row[10]",
      replace: "!before && hashOf(stream, row, '') !== row[10]",
      test: integration('log-chain', 'an altered event is found even with its own hash made anew'),
    },
    {
      name: 'altered-sealed-event',
      proof: 'Whatever the owner of the tables alters in sealed events is found.',
      bug: 'the Merkle root of a seal is not compared',
      file: 'db/verify/seals.ts',
      find: 'return root === seal.root ? null :',
      replace: 'return root ? null :',
      test: integration('log-seals', 'whatever the owner of the tables does to the log is found'),
    },
    {
      name: 'seal-of-another-key',
      proof: 'Only the holder of SECRET_KEY can make a seal.',
      bug: 'the signature is not checked',
      file: 'db/verify/seals.ts',
      find: 'if (!isSignedBy(seal, publicKey)) return',
      replace: 'if (!isSignedBy(seal, publicKey) && seal.number < 0) return',
      test: integration('log-seals', 'rewritten and sealed with another key is found'),
    },
    {
      name: 'projection',
      proof: 'Every read model equals a rebuild from the log.',
      bug: 'an update of a read model keeps the time of the event before',
      file: 'db/functions/log.commit_event.sql',
      find: 'projection_version = p_projection, recorded_at = p_at, state = p_state::jsonb',
      replace: 'projection_version = p_projection, state = p_state::jsonb',
      test: integration('rebuild', 'everything rebuilt from the log equals the live rows'),
    },
    {
      name: 'time-travel',
      proof: 'Every screen of a past moment is what it was then.',
      bug: 'events from after the moment are folded, too',
      file: 'db/audit/asOf.ts',
      find: 'and e.recorded_at <= ',
      replace: "and e.recorded_at - interval '1 year' <= ",
      test: integration('history-as-of', 'every screen of a past moment is what its readers answered then'),
    },
  ],
  'Personal data': [
    {
      name: 'erased-key-kept',
      proof: 'After an erasure no table, screen or log holds anything readable of the person.',
      bug: 'a key outlives the erasure',
      file: 'db/functions/vault.destroy_keys.sql',
      find: '  delete from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons);',
      replace:
        "  delete from vault.person_keys where tenant_id = p_tenant and person_id = any (p_persons) and not starts_with(person_id, 'partner-');",
      test: integration('erasure', 'a partner who was found, scored, written to, and has replied and complained'),
    },
    {
      name: 'erased-row-kept',
      proof: 'An erased person is in no read model.',
      bug: 'the address of the last mail stays in the row',
      file: 'events/messages/message.ts',
      find: 'dispatch: state.dispatch && { ...state.dispatch, to: null },',
      replace: 'dispatch: state.dispatch,',
      test: unit('domain-message', 'erasing takes the text and the address out of the state'),
    },
    {
      name: 'erased-written-back',
      proof: 'A worker that holds data of a person while they are erased cannot write it back.',
      bug: 'the commit does not look whether the key is still there',
      file: 'db/functions/log.commit.sql',
      find: "        if not found then\n          raise exception 'The key of a person is gone' using errcode = 'PP003';\n        end if;\n",
      replace: '',
      test: integration('log-erasure', 'a key that is destroyed while a worker still holds'),
    },
    {
      name: 'vault-in-the-clear',
      proof: 'Keys and tokens are in the vault encrypted, and open only with SECRET_KEY and where they belong.',
      bug: 'they are stored as they are',
      file: 'db/vault/envelope.ts',
      find: `  const { iv, ct, tag } = encrypt(key, plain, aad);
  return Buffer.concat([iv, tag, ct]);
}

export function unpack(key: Buffer, packed: Buffer, aad: string): Buffer {
  return decrypt(`,
      replace: `  const { iv, tag } = encrypt(key, plain, aad);
  return Buffer.concat([iv, tag, plain]);
}

export function unpack(key: Buffer, packed: Buffer, aad: string): Buffer {
  if (packed.length > 28) return packed.subarray(28);
  return decrypt(`,
      test: unit('vault-keys', 'a packed secret holds nothing of its text'),
    },
    {
      name: 'row-level-security',
      proof: 'Neither the API nor the worker reads events of another workspace, whatever a query asks for.',
      bug: 'the policy of the log lets everyone read',
      file: 'db/migrations/0001_log.sql',
      find: "create policy events_of_tenant on log.events for select using (tenant_id = current_setting('app.tenant', true));",
      replace: 'create policy events_of_tenant on log.events for select using (true);',
      test: integration('log-guards', 'see its own rows only, even when they name another tenant'),
    },
    {
      name: 'workspace-of-another',
      proof: 'A session opens the workspaces only of which its user is a member.',
      bug: 'the API does not ask for the membership',
      file: 'api/security.ts',
      find: 'if (!isMember(account, tenant)) return',
      replace: 'if (isMember(account, tenant) === null) return',
      test: integration('http-workspace', 'a session that names a workspace of which its user is no member'),
    },
  ],
  'After a restore': [
    {
      name: 'restore-sends',
      proof: 'A mail that was claimed when the database was restored does not leave.',
      bug: 'a dispatch does not look whether sending is frozen',
      file: 'db/functions/log.keep_sending_open.sql',
      find: 'return not exists (select from log.sending_frozen());',
      replace: 'return true;',
      test: integration('worker-frozen', 'a mail that was claimed when sending was frozen does not leave'),
    },
    {
      name: 'second-restore',
      proof: 'Each restore freezes sending, also after an earlier one was released.',
      bug: 'the release of an earlier epoch counts for each later one',
      file: 'db/functions/log.sending_frozen.sql',
      find: "\n        and (v.payload->'d'->>'epoch')::int >= e.epoch)",
      replace: ')',
      test: integration('worker-frozen', 'a second freeze holds although the first one was released'),
    },
    {
      name: 'restored-planned-mail',
      proof: 'What may have left since the copy was made is unconfirmed and needs a person.',
      bug: 'only what was dispatching counts',
      file: 'events/messages/unknown.ts',
      find: "  state.hasText &&\n  state.status !== 'none' &&",
      replace: "  state.hasText &&\n  (state.status === 'dispatching' || state.status === 'unknown') &&",
      test: unit('domain-restored', 'after a restore, what may have left since the copy was made'),
    },
  ],
  'What is paid for': [
    {
      name: 'credit-over-limit',
      proof: 'Credits never exceed the limit, whatever is reserved, kept and returned.',
      bug: 'one credit more than the limit',
      file: 'events/accounts/credits.ts',
      find: 'if (used >= limit) {',
      replace: 'if (used > limit) {',
      test: unit('domain-accounts-and-limits', 'never exceed the limit, whatever is reserved, kept and returned'),
    },
    {
      name: 'credit-twice',
      proof: 'A credit is spent once for each search, also when its job runs twice.',
      bug: 'a reservation that is settled can be settled again',
      file: 'events/accounts/credits.ts',
      find: '  if (!state.reserved.includes(contactSearchId)) return [];',
      replace: '',
      test: unit('domain-accounts-and-limits', 'one search reserves one, keeps it or gives it back, once'),
    },
    {
      name: 'request-twice',
      proof: 'The same request several times at once is one request, and is paid for once.',
      bug: 'a second search for an address opens beside the first one',
      file: 'events/partners/partner.ts',
      find: '  if (state.openContactSearch) return [];',
      replace: '',
      test: integration('http-errors', 'pays once for one partner however often it is asked at once'),
    },
    {
      name: 'cost-of-failed-calls',
      proof: 'Every call of the AI counts with its tokens and cost, also one whose answer cannot be used.',
      bug: 'the tokens are read after the answer was',
      file: 'worker/providers/openai/askAi.ts',
      find: '      usage = response.usage;\n      model = response.model;\n',
      replace: '      model = response.model;\n      if (response.output_text) usage = response.usage;\n',
      test: unit('openai-cost', 'a call is counted with its tokens and cost'),
    },
    {
      name: 'ai-budget-unlocked',
      proof: 'AI calls that start at one moment reserve no more than the budget of the month.',
      bug: 'each call looks at what is spent before the others have reserved',
      file: 'worker/aiCalls.ts',
      find: 'pg_advisory_xact_lock',
      replace: 'abs',
      test: integration('worker-ai-budget', 'twenty calls that start at one moment reserve no more than the budget'),
    },
    {
      name: 'cached-tokens',
      proof: 'The cost of a call follows the price list, with cached input apart.',
      bug: 'cached input is charged as other input, too',
      file: 'events/ai/prices.ts',
      find: 'Math.max(0, used.input - used.cachedInput - written);',
      replace: 'Math.max(0, used.input - written);',
      test: unit('domain-accounts-and-limits', 'are tokens times the price list, cached input apart'),
    },
  ],
  'Who may come in': [
    {
      name: 'session-without-end',
      proof: 'A session that ran out opens nothing.',
      bug: 'its end is not looked at',
      file: 'db/sessions.ts',
      find: ' and expires_at > clock_timestamp()`;',
      replace: '`;',
      test: integration('http-session', 'a session that ran out is none'),
    },
    {
      name: 'other-site',
      proof: 'No other site makes a signed-in browser change anything.',
      bug: 'the origin of a call is not looked at',
      file: 'api/security.ts',
      find: '    if (foreign) return c.json(',
      replace: "    if (foreign && body === 'form') return c.json(",
      test: integration('http-bad-input', 'refuses other sites and the signed-out'),
    },
    {
      name: 'link-twice',
      proof: 'A link of a mail opens an account once.',
      bug: 'a used request is used again',
      file: 'events/accounts/accountLink.ts',
      find: "if (['none', 'failed', 'used', 'ended'].includes(state.status)) {",
      replace: "if (['none', 'failed', 'ended'].includes(state.status)) {",
      test: unit('domain-access', 'what a link asks for is used once'),
    },
    {
      name: 'code-twice',
      proof: 'No code of an authenticator app opens twice.',
      bug: 'a code can be used again within its half minute',
      file: 'db/secondFactor.ts',
      find: 'and last_step < ',
      replace: 'and last_step <= ',
      test: integration('http-sign-in-proof', 'then the password alone opens nothing, and no code works twice'),
    },
    {
      name: 'guesses-at-once',
      proof: 'Guesses that come at once are counted one after the other, so none is free of the count.',
      bug: 'whoever waits for the row of the count is let through',
      file: 'db/functions/auth.take_try.sql',
      find: '  perform 1 from auth.attempts where bucket = any (p_buckets) order by bucket for update;\n  v_now := clock_timestamp();\n  select max(extract(epoch from until - v_now)) into v_wait from auth.attempts where bucket = any (p_buckets);',
      replace: '  v_now := clock_timestamp();',
      test: integration('http-sign-in-proof', 'tries that come at once are counted one after the other'),
    },
  ],
  Providers: [
    {
      name: 'webhook-forged',
      proof: 'Events of SendGrid count only as SendGrid signed them.',
      bug: 'the signature is not checked',
      file: 'api/sendGridSignature.ts',
      find: "return verify('sha256', signed, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'));",
      replace:
        "return verify('sha256', signed, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64')) || true;",
      test: integration('http-sendgrid-events', 'another key, altered bytes, no signature'),
    },
    {
      name: 'webhook-replayed',
      proof: 'An old call of SendGrid cannot be sent again.',
      bug: 'the age of a call is not looked at',
      file: 'api/sendGridSignature.ts',
      find: 'if (age > OLDEST_MS || age < -AHEAD_MS) return false;',
      replace: 'if (age < -AHEAD_MS) return false;',
      test: integration('http-sendgrid-events', 'a replay of an old call is refused'),
    },
    {
      name: 'webhook-of-another',
      proof: "A user's own SendGrid account cannot speak of another workspace's mails.",
      bug: 'the workspace of an event is not compared with that of the key',
      file: 'api/routes/sendGridWebhook.ts',
      find: 'if (only !== undefined && event.tenant_id !== only) continue;',
      replace: '',
      test: integration('http-sendgrid-events', 'it cannot speak of another tenant’s mails'),
    },
    {
      name: 'gmail-revoked',
      proof:
        'A revoked Gmail grant holds the mailbox: nothing fails, and all of it leaves once Gmail is connected again.',
      bug: 'a mail that meets the revoked grant counts as refused',
      file: 'events/messages/outcome.ts',
      find: "if (answer.kind === 'account_refused') return of('held', 'account_refused');",
      replace: "if (answer.kind === 'account_refused') return of('failed', 'account_refused');",
      test: integration('gmail-send', 'access that was removed holds the mailbox'),
    },
    {
      name: 'draft-sent-by-hand',
      proof: 'A draft that its owner sends by hand counts: no second mail leaves.',
      bug: 'a draft that was sent counts as deleted',
      file: 'worker/tasks/send/handOver.ts',
      find: "    case 'deleted':\n      return null;\n    case 'unsaid':",
      replace: "    case 'deleted':\n    case 'sent':\n      return null;\n    case 'unsaid':",
      test: integration('gmail-send', 'a refused draft that its owner sends by hand counts'),
    },
  ],
};

export const mutations: readonly Mutation[] = Object.values(proofs).flat();

/** The text of a file with the bug in it; null when the place is not there exactly once. */
export function plantedIn(text: string, { find, replace }: Pick<Mutation, 'find' | 'replace'>): string | null {
  const [before, after, ...more] = text.split(find);
  return before === undefined || after === undefined || more.length > 0 ? null : before + replace + after;
}
