import { setImmediate } from 'node:timers/promises'
import {
  type CallOutput,
  type CallParsedInput,
  type CheckAction,
  canEditChecks,
  DRY_RUN_COMMENTS,
  DRY_RUN_EXAMPLES,
  decidesAs,
  type ListEntry,
  type Me,
  type SettingChange,
  STORM_MAX_MS,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type CommunityService, changedTexts } from '../../people/communities/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import { foldText } from './fold-text.ts'
import { linksIn } from './links.ts'
import { compileLists, type ListHit, withoutRepeats } from './lists.ts'
import { checksRepository } from './repository.ts'
import { ALL, type RuleStore, rulesOf, type StoredRules } from './rules.ts'
import { ORDER, outcomeOf } from './steps/lists.ts'

/** The latest published comments of a community, or of all (null), newest first. */
export type LatestComments = (communityId: string | null, limit: number) => Promise<{ id: string; content: string }[]>

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  communities: Pick<CommunityService, 'require' | 'setMembersOnly'>
  activityLog: Pick<ActivityLog, 'add'>
  ruleStore: RuleStore
}

const EXCERPT_LENGTH = 160
/** Tests of lists that wait for the running one. */
const WAITING_TESTS_MAX = 4
const BUSY_FOR_MS = 5000
const STORM_INVALID = 'Must end in the future, within seven days.'

/** Reads, changes and tests check rules. */
export function createRuleEditing(dependencies: Dependencies) {
  const { database, clock, communities, activityLog, ruleStore } = dependencies

  async function target(
    viewer: Me,
    { tokenName, scope }: { tokenName: string; scope: 'community' | 'all' },
    tx?: Transaction,
  ) {
    const community = await communities.require(tokenName, tx)
    assertAllowed(canEditChecks(viewer, { tokenName: community.tokenName, scope }, clock.now()))
    return { community, rowId: scope === 'all' ? ALL : community.id }
  }

  const testers = new Set<string>()
  let latestTest: Promise<unknown> = Promise.resolve()

  /** Runs one test at a time, since each takes the time of hundreds of reads, and few wait, each of another person. */
  async function inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    if (testers.has(userId) || testers.size > WAITING_TESTS_MAX) {
      throw new DomainError('BUSY', { retryAfterMs: BUSY_FOR_MS })
    }
    testers.add(userId)
    const test = latestTest.then(work)
    latestTest = test.catch(() => {})
    try {
      return await test
    } finally {
      testers.delete(userId)
    }
  }

  return {
    async get(viewer: Me, input: CallParsedInput<'checkRulesGet'>): Promise<CallOutput<'checkRulesGet'>> {
      const { rowId } = await target(viewer, input)
      return { rules: await ruleStore.read(rowId) }
    },
    /** Changes the given rules and logs the changes. */
    async edit(
      viewer: Me,
      { revision, ...input }: CallParsedInput<'checkRulesEdit'>,
      tx?: Transaction,
    ): Promise<CallOutput<'checkRulesEdit'>> {
      const { community, rowId } = await target(viewer, input, tx)
      const now = clock.now()
      const { storm } = input
      if (storm && (storm.until <= now || storm.until > now + STORM_MAX_MS)) {
        throw new DomainError('VALIDATION_FAILED', [{ field: 'storm.until', message: STORM_INVALID }])
      }
      return database.transaction(async (tx) => {
        const repository = checksRepository(tx.connection)
        const row = await repository.lock(rowId, database.dialect)
        if (row.revision !== revision) throw new DomainError('RULES_CHANGED')
        const { revision: _, ...before } = rulesOf(row)
        const after: StoredRules = {
          entries: input.entries === undefined ? before.entries : withoutRepeats(input.entries),
          newcomerLinks: input.newcomerLinks ?? before.newcomerLinks,
          holdFrom: input.holdFrom === undefined ? before.holdFrom : input.holdFrom,
          storm: storm === undefined ? before.storm : storm,
          reasons: input.reasons ?? before.reasons,
        }
        const changes = changesOf(before, after)
        if (changes.length === 0) return { rules: rulesOf(row) }
        const next = { rules: JSON.stringify(after), revision: row.revision + 1 }
        await repository.update(rowId, next)
        ruleStore.changed(tx, rowId)
        if (storm !== undefined && input.scope === 'community') {
          await communities.setMembersOnly(tx, community.id, storm?.membersOnly ? storm.until : 0)
        }
        await activityLog.add(tx, {
          communityId: community.id,
          actorId: viewer.id,
          action: input.scope === 'all' ? 'allChecksEdited' : 'checksEdited',
          by: decidesAs(viewer, community.tokenName),
          // The entries of network-wide lists are for network admins only.
          changes: input.scope === 'all' ? withCounts(changes, { before, after }) : changes,
        })
        return { rules: rulesOf(next) }
      }, tx)
    },
    /** Tests lists against the latest comments. */
    async test(
      viewer: Me,
      input: CallParsedInput<'checkRulesTest'>,
      latestComments: LatestComments,
    ): Promise<CallOutput<'checkRulesTest'>> {
      const { community, rowId } = await target(viewer, input)
      return inTurn(viewer.id, () => testLists(input, { community, rowId }, latestComments))
    },
  }

  async function testLists(
    input: CallParsedInput<'checkRulesTest'>,
    { community, rowId }: Awaited<ReturnType<typeof target>>,
    latestComments: LatestComments,
  ): Promise<CallOutput<'checkRulesTest'>> {
    // Communities differ in the score from which they hold.
    const { holdFrom } = input.scope === 'all' ? { holdFrom: null } : await ruleStore.read(rowId)
    const comments = await latestComments(input.scope === 'all' ? null : community.id, DRY_RUN_COMMENTS)
    const lists = compileLists(input.entries)
    const counts = new Map<ListEntry, number>()
    const outcomes = { refuse: 0, hold: 0, flag: 0 }
    const examplesByAction: Record<CheckAction, CallOutput<'checkRulesTest'>['examples']> = {
      refuse: [],
      hold: [],
      flag: [],
    }
    for (const { id, content } of comments) {
      // Serve other requests in between.
      await setImmediate()
      const hits = lists.find({ text: content, folded: foldText(content), links: linksIn(content) })
      const action = outcomeOf(hits, holdFrom)
      const hit = ORDER.flatMap((candidate) => hits.find((one) => one.action === candidate) ?? [])[0]
      if (!action || !hit) continue
      outcomes[action] += 1
      for (const { entry } of hits) counts.set(entry, (counts.get(entry) ?? 0) + 1)
      if (examplesByAction[action].length >= DRY_RUN_EXAMPLES) continue
      examplesByAction[action].push({
        commentId: id,
        excerpt: excerptOf(content, hit),
        entry: hit.entry.text,
        action,
      })
    }
    const matches = [...counts]
      .toSorted(([, left], [, right]) => right - left)
      .map(([{ text: entry, action }, count]) => ({ entry, action, count }))
    const matching = outcomes.refuse + outcomes.hold + outcomes.flag
    return { checked: comments.length, matching, outcomes, matches, examples: someOfEach(examplesByAction) }
  }
}

/** Shares the examples among the outcomes, strictest first. */
function someOfEach<Item>(itemsByAction: Record<CheckAction, Item[]>): Item[] {
  const shares = { refuse: 0, hold: 0, flag: 0 }
  const total = () => shares.refuse + shares.hold + shares.flag
  for (let turn = 1; turn <= DRY_RUN_EXAMPLES; turn += 1) {
    for (const action of ORDER) {
      if (itemsByAction[action].length >= turn && total() < DRY_RUN_EXAMPLES) shares[action] = turn
    }
  }
  return ORDER.flatMap((action) => itemsByAction[action].slice(0, shares[action]))
}

/** The text around a match. */
function excerptOf(content: string, { at, text }: ListHit): string {
  const start = Math.max(0, at - Math.floor((EXCERPT_LENGTH - Math.min(text.length, EXCERPT_LENGTH)) / 2))
  const part = content
    .slice(start, start + EXCERPT_LENGTH)
    // Drop half a surrogate pair at either end.
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${start > 0 ? '…' : ''}${part}${start + EXCERPT_LENGTH < content.length ? '…' : ''}`
}

const LISTS = [
  ['refused', 'refuse'],
  ['held', 'hold'],
  ['flagged', 'flag'],
] as const satisfies readonly (readonly [SettingChange['setting'], CheckAction])[]

function changesOf(before: StoredRules, after: StoredRules): SettingChange[] {
  const textsOf = (rules: StoredRules, textAction: CheckAction) =>
    rules.entries.filter(({ action }) => action === textAction).map(({ text }) => text)
  const lists = LISTS.map(([setting, action]): SettingChange => {
    const [was, is] = [textsOf(before, action), textsOf(after, action)]
    const textsMissingIn = (these: string[], those: string[]) =>
      these.filter((text) => !those.includes(text)).join(', ')
    return { setting, before: textsMissingIn(was, is), after: textsMissingIn(is, was) }
  })
  const described = (rules: StoredRules): Record<'newcomerLinks' | 'holdFrom' | 'storm', string> => ({
    newcomerLinks: linksText(rules.newcomerLinks),
    holdFrom: rules.holdFrom === null ? '' : String(rules.holdFrom),
    storm: stormText(rules.storm),
  })
  const [was, is] = [described(before), described(after)]
  const others = (['newcomerLinks', 'holdFrom', 'storm'] as const).map(
    (setting): SettingChange => ({ setting, before: was[setting], after: is[setting] }),
  )
  const reasons: SettingChange = { setting: 'reasons', ...changedTexts(before.reasons, after.reasons) }
  const isOtherwise = JSON.stringify(before.reasons) !== JSON.stringify(after.reasons)
  return [
    ...[...lists, ...others].filter((change) => change.before !== change.after),
    ...(isOtherwise ? [reasons] : []),
  ]
}

/** Replaces list entries in the changes by the numbers of removed and added entries. */
function withCounts(
  changes: readonly SettingChange[],
  { before, after }: { before: StoredRules; after: StoredRules },
): SettingChange[] {
  return changes.map((change) => {
    const action = LISTS.find(([setting]) => setting === change.setting)?.[1]
    const isIn = ({ entries }: StoredRules, text: string) =>
      entries.some((entry) => entry.action === action && entry.text === text)
    const countOf = (rules: StoredRules, others: StoredRules) =>
      String(rules.entries.filter((entry) => entry.action === action && !isIn(others, entry.text)).length)
    return action ? { ...change, before: countOf(before, after), after: countOf(after, before) } : change
  })
}

function linksText({ days, links, action }: StoredRules['newcomerLinks']): string {
  return days === 0 ? '' : `${action}, > ${links}, < ${days} d`
}

function stormText(storm: StoredRules['storm']): string {
  if (!storm) return ''
  const parts = [
    storm.membersOnly && 'members only',
    storm.slowModeSeconds > 0 && `slow mode ${storm.slowModeSeconds} s`,
    storm.holdNewcomers && 'hold newcomers',
    `until ${new Date(storm.until).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  ]
  return parts.filter(Boolean).join(', ')
}
