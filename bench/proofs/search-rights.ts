import { startTestApp, type TestApp } from '../../server/test/harness.ts'
import { seedCommunity } from '../../server/test/seed-community.ts'
import { report } from '../support/report.ts'
import { ACTS } from './search-rights/actions.ts'
import { compareAll, compareEntries } from './search-rights/comparisons.ts'
import { AUTHORS, COMMUNITIES, call, DOMAIN, pick, type Reader, type Run, type TokenName } from './search-rights/run.ts'

/** `PROVE_ACTIONS=10000` for the full proof. */
const ACTIONS = Number(process.env.PROVE_ACTIONS ?? 300)
/** Everything is compared after so many actions. */
const COMPARED_EVERY = Math.max(50, Math.ceil(ACTIONS / 20))
const SEED = 20_260_501

/**
 * Random edits, hides, bans, deletions, merges, moves, schedules, mutes and blocks: after each, and for every role,
 * search finds nothing that reading refuses, at once, and everything that reading shows in lists, when the index has
 * caught up. Runs on SQLite or `STOA_TEST_DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const { host, tokenName } = DOMAIN
  const domain = { origin: `http://${host}`, defaultTokenName: tokenName, isSingleTokenDomain: true }
  const stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { files: { 'domains/garden.json': domain } })
  try {
    await prove(await prepare(stoa))
  } finally {
    await stoa.close()
  }
}

async function prepare(stoa: TestApp): Promise<Run> {
  const ids = { FORUM: await seedCommunity(stoa), GUARDED: await seedCommunity(stoa, { tokenName: 'GUARDED' }) }
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: ids.GUARDED }).update({ approve_comments: 1, approve_posts: 1 }),
  )
  const person = async (name: string, moderates: readonly TokenName[] = [], networkAdmin = false): Promise<Reader> => {
    const { id, token } = await stoa.member(name, { join: [...COMMUNITIES], networkAdmin })
    for (const tokenName of networkAdmin ? [] : moderates) {
      const role = { moderator: true, permissions: ['hideContent', 'banUser', 'editBBS', 'approveAdmin'] as const }
      await stoa.app.services.memberships.setRole(ids[tokenName], id, { ...role, permissions: [...role.permissions] })
    }
    return { name, id, token, moderates }
  }
  const authors: Reader[] = []
  for (let index = 0; index < AUTHORS; index += 1) authors.push(await person(`anna_${index}`))
  const others = [
    { name: 'visitor', id: '', token: '', moderates: [] },
    await person('reader'),
    await person('blocker'),
    await person('muter'),
    await person('ruth', ['FORUM']),
    await person('gail', ['GUARDED']),
    await person('kate', COMMUNITIES, true),
  ]
  return {
    stoa,
    random: randomNumbers(SEED),
    readers: others,
    authors,
    entries: [],
    topics: [],
    banned: new Set(),
    blocked: new Set(),
    muted: { user: new Set(), word: new Set(), topic: new Set(), community: new Set(), post: new Set() },
    communityIds: ids,
    names: new Map(),
    formerNames: [],
    gone: new Map(),
    counts: {},
    leaks: [],
    misses: [],
    comparisons: 0,
  }
}

async function prove(run: Run): Promise<void> {
  const began = performance.now()
  for (const name of ['Roads', 'Rivers', 'Rails']) {
    const moderator = run.readers.find((reader) => reader.name === 'ruth')
    const flair = await call({ run, by: moderator }, 'flairCreate', { tokenName: 'FORUM', name })
    if (flair) run.topics.push(flair.flair.id)
  }
  for (let step = 0; step < ACTIONS; step += 1) {
    run.stoa.clock.advance(100)
    if (step % 50 === 0) await renewSessions(run)
    const name = step < 20 ? 'write a post' : (pick(run, Object.keys(ACTS)) as keyof typeof ACTS)
    const affected = await ACTS[name](run)
    const outcome = affected === null ? `${name}: nothing to do or refused` : name
    run.counts[outcome] = (run.counts[outcome] ?? 0) + 1
    if (affected) await compareEntries(run, affected, `step ${step}, ${name}`)
    if ((step + 1) % COMPARED_EVERY === 0 || step === ACTIONS - 1) await compareAll(run, `step ${step}`)
  }
  for (const lines of [run.leaks, run.misses]) for (const line of lines.slice(0, 20)) console.log(line)
  const done = Object.entries(run.counts).filter(([name]) => name in ACTS)
  report([
    {
      what: `${ACTIONS} actions in ${Math.round((performance.now() - began) / 1000)} s`,
      value: JSON.stringify(run.counts),
    },
    {
      what: 'kinds of actions taken',
      value: `${done.length} of ${Object.keys(ACTS).length}`,
      goal: 'all',
      reached: done.length === Object.keys(ACTS).length,
    },
    {
      what: 'entries and readers compared',
      value: String(run.comparisons),
      goal: 'some',
      reached: run.comparisons > 0,
    },
    {
      what: 'found although reading refuses it',
      value: String(run.leaks.length),
      goal: '0',
      reached: run.leaks.length === 0,
    },
    {
      what: 'readable in lists, but not found',
      value: String(run.misses.length),
      goal: '0',
      reached: run.misses.length === 0,
    },
  ])
}

/** Signs everybody in again, as the clock has moved. */
async function renewSessions({ stoa, readers, authors }: Run): Promise<void> {
  for (const person of [...readers, ...authors]) {
    if (person.id === '') continue
    const { signedIn } = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
}

/** Random numbers in [0, 1), reproducible by seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
