import { randomUUID } from 'node:crypto'
import { durableMariadb } from '../support/databases.ts'
import { member, post } from '../support/member.ts'
import { report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'

const CLIENTS = 64
const SECONDS = 30
/** Per tab, however slow the machine: every kind of change to posts and comments, and back. */
const TURNS_MIN = 24

/** Many clients toggle reactions, votes and memberships concurrently: afterward every counter equals its rows. */
export async function run(): Promise<void> {
  await prove('SQLite', { url: null })
  const mariadb = await durableMariadb()
  await prove('MariaDB', { url: mariadb.url })
  await mariadb.stop()
}

async function prove(name: string, { url }: { url: string | null }): Promise<void> {
  const dataFolder = temporaryFolder()
  const environment = { STOA_DATA: dataFolder, ...(url ? { DATABASE_URL: url } : {}) }
  const { tokenName, postId, commentIds } = await seed({ url, dataFolder, comments: 5, poll: ['Yes', 'No', 'Maybe'] })
  const server = await startStoa(environment)
  const clients: string[] = []
  for (let index = 0; index < CLIENTS; index += 1) {
    clients.push((await member(server.url, { username: `toggler_${index}`, join: tokenName })).accessToken)
  }

  const until = Date.now() + SECONDS * 1000
  const refusals = new Map<string, number>()
  let changeCount = 0
  const toggle = async (token: string, index: number) => {
    for (let turn = 0; Date.now() < until || turn < TURNS_MIN; turn += 1) {
      // Each round has every kind of change once, and reverses the round before.
      const round = Math.floor(turn / 4)
      const entityId = round % 2 === 0 ? postId : (commentIds[(round + index) % commentIds.length] ?? postId)
      const reactionName = (['thumb-up', 'thumb-down', ''] as const)[round % 3] ?? ''
      const work = [
        () =>
          post(server.url, 'postReaction', {
            input: { entityId, entityType: entityId === postId ? 'Post' : 'Comment', reactionName },
            token,
            key: randomUUID(),
          }),
        () =>
          post(server.url, 'postVote', {
            input: { postId, selectedOptionIndex: (round % 4) - 1 },
            token,
            key: randomUUID(),
          }),
        () => post(server.url, 'communityJoin', { input: { tokenName, join: false }, token, key: randomUUID() }),
        () => post(server.url, 'communityJoin', { input: { tokenName, join: true }, token, key: randomUUID() }),
      ][turn % 4]
      try {
        await work?.()
        changeCount += 1
      } catch (error) {
        const code = String(error).split(' ')[2] ?? 'unknown'
        refusals.set(code, (refusals.get(code) ?? 0) + 1)
      }
    }
  }
  // Each member acts in two tabs concurrently.
  await Promise.all([...clients, ...clients].map(toggle))
  await server.stop()

  const check = stoaCheck(environment)
  if (!check.clean) console.log(check.output)
  const unexpected = [...refusals].filter(([code]) => code !== 'JOIN_REQUIRED')
  report([
    {
      what: `${name}: ${CLIENTS} members in two tabs each, ${SECONDS} s`,
      value: `${changeCount} changes`,
      goal: 'some',
      reached: changeCount > 0,
    },
    {
      what: '  errors other than "join first"',
      value: JSON.stringify(unexpected),
      goal: 'none',
      reached: unexpected.length === 0,
    },
    { what: '  stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean },
  ])
}
