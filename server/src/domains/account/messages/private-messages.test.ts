import { type CallName, isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'

type DirectMessages = ReturnType<typeof createDirectMessages>
type Person = Awaited<ReturnType<DirectMessages['friends']>>[number]

let forum: Forum
let dm: DirectMessages
let ann: Person
let bob: Person
let conversationId: string
let messageId: string
beforeAll(async () => {
  forum = await startForum()
  dm = createDirectMessages(forum.stoa)
  ;[ann, bob] = await dm.friends()
  const { message, ...sent } = await dm.sent(ann, bob, `A ${SECRET} sings`)
  conversationId = sent.conversationId
  messageId = message.id
  await forum.stoa.app.background.settled()
  await forum.stoa.app.services.searchIndex.catchUp()
})
afterAll(() => forum.stoa.close())

const SECRET = 'zebrafinch'
const IDS = new Set(['conversationId', 'messageId'])
const NAMES = Object.keys(calls) as CallName[]
/** Calls that return something and change nothing, by whichever method. */
const READS = NAMES.filter((name) => !isWrite(calls[name]))
/** Calls that change something of a conversation or message, and return it. */
const ABOUT_MESSAGES = NAMES.filter((name) => isWrite(calls[name]) && fieldsOf(name).some((field) => IDS.has(field)))

function fieldsOf(name: CallName): string[] {
  const { shape = {} } = calls[name].input as { shape?: object }
  return Object.keys(shape)
}

/** Its input about the conversation and its people. Words to search for are given one after the other. */
function inputsOf(name: CallName): object[] {
  const values: Record<string, string> = {
    conversationId,
    messageId,
    tokenName: 'FORUM',
    userId: ann.id,
    idOrSlug: ann.id,
    personId: ann.id,
    memberId: ann.id,
    username: ann.username,
    query: SECRET,
  }
  const isReadByGet = calls[name].method === 'GET'
  // In a body it would be the actor.
  const fields = fieldsOf(name).filter((field) => isReadByGet || field !== 'userId')
  const given = Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])))
  if (name === 'dmReport') return [{ ...given, before: 10, reportReason: 'spam' }]
  if (name === 'dmDelete') return [{ messageId }, { messageId, forBoth: true }, { conversationId }]
  return fields.includes('query') ? [given, { ...given, query: 'sings' }, { query: SECRET }] : [given, {}]
}

/** Calls whose response has the message. */
async function showing(names: CallName[], token: string | undefined): Promise<CallName[]> {
  const found = new Set<CallName>()
  for (const name of names) {
    for (const input of inputsOf(name)) {
      const { body } = await forum.stoa.call(name, input as never, token === undefined ? {} : { token })
      // A search may repeat what was asked.
      const text = JSON.stringify(body).replaceAll(`"${SECRET}"`, '')
      if (text.includes(SECRET)) found.add(name)
    }
  }
  return [...found]
}

test('no call shows a message to anybody but its two people', async () => {
  const { stoa } = forum
  expect(READS).toEqual(expect.arrayContaining(['searchComments', 'searchPosts', 'reportGet', 'userGet']))
  expect(ABOUT_MESSAGES).toEqual(expect.arrayContaining(['dmRead', 'dmAccept', 'dmDelete', 'dmReport']))
  expect(await showing(READS, bob.token)).toEqual(
    expect.arrayContaining(['dmConversationList', 'dmConversationGet', 'dmMessageList', 'dmWith']),
  )
  const outsider = await stoa.member('curious_one', { join: ['FORUM'] })
  const others = { outsider, moderator: forum.moderator, admin: forum.admin }
  for (const [role, { token }] of Object.entries(others)) {
    expect([role, await showing([...READS, ...ABOUT_MESSAGES], token)]).toEqual([role, []])
  }
  expect(await showing([...READS, ...ABOUT_MESSAGES], undefined)).toEqual([])
  // Nothing was deleted by that either.
  expect(await showing(['dmMessageList'], bob.token)).toEqual(['dmMessageList'])
})

test('no page of the forum shows it, to an admin either', async () => {
  const { stoa, admin } = forum
  const paths = [`/bbs/messages/${conversationId}`, '/bbs/messages', `/bbs/search?q=${SECRET}`, '/bbs/moderation']
  for (const path of paths) {
    const headers = { accept: 'text/html', authorization: `Bearer ${admin.token}` }
    const page = (await (await fetch(stoa.url + path, { headers })).text()).replaceAll(/value="[^"]*"|q=\w+/g, '')
    expect([path, page.includes('sings')]).toEqual([path, false])
  }
})

test('an admin’s archive has it as little as a stranger’s; its writer’s has it', async () => {
  const { stoa } = forum
  const archiveOf = async ({ token }: { token: string }) => {
    const { url } = (await stoa.call('userExport', {}, { token })).body.payload
    const files = unzipSync(new Uint8Array(await (await fetch(stoa.url + url)).arrayBuffer()))
    return Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n')
  }
  const signedUp = async (username: string) => {
    const input = { username, email: `${username}@mail.example`, password: 'Corr3ct-horse' }
    const { userId: id, accessToken: token } = (await stoa.call('authSignUp', input)).body.payload
    await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
    return { id, token }
  }
  const [writer, admin] = [await signedUp('archive_writer'), await signedUp('archive_admin')]
  await dm.sent(writer, bob, `Another ${SECRET} sings`)
  const made = await stoaCommand(stoa.settings, ['user:admin', 'archive_admin'])
  expect(made.code).toBe(0)
  stoa.app.viewers.forget(admin.id)
  expect(await archiveOf(writer)).toContain(SECRET)
  expect(await archiveOf(admin)).not.toContain(SECRET)
})

/** Commands that show something. */
const SHOWING = [
  'check',
  'user:list',
  'user:log',
  'community:list',
  'origin:list',
  'domain:list',
  'domain:show',
  'article:conflicts',
  'jobs:list',
  'jobs:show',
  'ledger:verify',
  'chain:wallet',
]
/** Commands that say in a sentence what they have changed, and show no content. */
const CHANGING = [
  ...['setup', 'migrate', 'repair', 'search:reindex', 'backup', 'secret:change', 'signin:unlock', 'domain:admin'],
  ...['restore', 'release', 'move', 'doctor', 'mail:test'],
  ...[
    'chain:token',
    'chain:accept-nonce',
    'chain:verify',
    'chain:accept-shortfall',
    'chain:sweep',
    'chain:try',
    'signer',
    'withdrawal:send-again',
    'withdrawal:raise-fee',
    'withdrawal:end',
  ],
  'withdrawal:minimum',
  ...['money:enable', 'ledger:credit', 'ledger:debit', 'ledger:fund', 'ledger:reverse', 'card:refund'],
  ...['create', 'password', 'admin', 'reset-second-factor', 'email', 'rename', 'merge', 'delete', 'ban'].map(
    (name) => `user:${name}`,
  ),
  ...['owner', 'create', 'edit'].map((name) => `community:${name}`),
  ...['add', 'remove', 'site', 'extension'].map((name) => `origin:${name}`),
  ...['add', 'set', 'host', 'publish', 'restore', 'remove'].map((name) => `domain:${name}`),
  ...['sso:set', 'sso:remove', 'article:merge', 'article:rename', 'article:split', 'jobs:retry', 'jobs:discard'],
]

test('no command shows it', async () => {
  const { stoa } = forum
  const run = (...parameters: string[]) => stoaCommand(stoa.settings, parameters)
  const names = [...(await run('--help')).out.matchAll(/^ {2}([a-z][a-z:-]*) /gm)].map(([, name = '']) => name)
  expect(names.filter((name) => name !== 'help').toSorted()).toEqual([...SHOWING, ...CHANGING].toSorted())
  const jobIds = await stoa.database.read('jobs').pluck('id')
  expect(jobIds.length).toBeGreaterThan(0)
  const subjects = [[], ['--json'], [ann.username], [ann.id], ['FORUM'], [conversationId], [messageId]]
  const runs = SHOWING.flatMap((name) => subjects.map((parameters) => [name, ...parameters]))
  for (const parameters of [...runs, ...jobIds.map((id) => ['jobs:show', String(id)])]) {
    const { out, err } = await run(...parameters)
    expect([parameters, `${out}${err}`.includes(SECRET)]).toEqual([parameters, false])
  }
})
