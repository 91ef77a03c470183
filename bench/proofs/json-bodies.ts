import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { calls } from '@stoa/contract/schemas'
import { dataPath, filesEnding } from '../support/data-folder.ts'
import { inParallel } from '../support/in-parallel.ts'
import { member } from '../support/member.ts'
import { report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const AT_ONCE = 16

interface Body {
  name: string
  bytes: Buffer
  /** Whether every parser must refuse it, according to the suite. An empty body is valid for calls without fields. */
  isMalformed: boolean
}

/** A body with a length takes the fast path in front of Express; a chunked one goes through Express. */
const WAYS = ['whole', 'in pieces'] as const

interface Sent {
  what: string
  bytes: Buffer
  /** Default: whole. */
  delivery?: (typeof WAYS)[number]
}

interface Answered {
  what: string
  status: number
  /** The error's code. */
  code: string | undefined
  /** Is a well-formed error response without internal details. */
  isPlain: boolean
}

/**
 * Sends every body of the JSON test suite to every POST call, whole and as one field: malformed ones get a 400, none
 * gets a 5xx.
 */
export async function run(): Promise<void> {
  const folder = dataPath('hostile/json-test-suite')
  if (folder === null) return
  const bodies = filesEnding(folder, '.json').map((file): Body => {
    const name = basename(file)
    const bytes = readFileSync(file)
    return { name, bytes, isMalformed: name.startsWith('n_') && !isNothing(bytes) }
  })
  const dataFolder = temporaryFolder()
  const { tokenName } = await seed({ url: null, dataFolder, comments: 1 })
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'fatal' })
  const { accessToken } = await member(server.url, { username: 'json_sender', join: tokenName })

  async function send(path: string, about: Sent): Promise<Answered> {
    const { what, delivery = 'whole' } = about
    const bytes = new Uint8Array(about.bytes)
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, authorization: `Bearer ${accessToken}` },
      ...(delivery === 'whole' ? { body: bytes } : { body: new Blob([bytes]).stream(), duplex: 'half' }),
    })
    const text = await response.text()
    const isPlain = text.startsWith('{"status":') && !/node_modules|\bat .+:\d+:\d+|SQLITE|ER_/.test(text)
    const code = /^\{"status":"error","code":"(\w+)"/.exec(text)?.[1]
    return { what: `${path} ${what}, ${delivery}`, status: response.status, code, isPlain }
  }

  const posts = Object.values(calls).filter(({ method }) => method === 'POST')
  const forms = bodies.flatMap((body) => [
    { ...body, what: body.name },
    {
      ...body,
      what: `${body.name} in a field`,
      bytes: inField(body.bytes),
      isMalformed: body.name.startsWith('n_'),
    },
  ])
  const work = posts.flatMap(({ path }) =>
    WAYS.flatMap((delivery) => forms.map((form) => ({ ...form, path, delivery }))),
  )
  const malformed: Answered[] = []
  const others: Answered[] = []
  await inParallel(AT_ONCE, work, async ({ path, isMalformed, ...requestBody }) => {
    const response = await send(path, requestBody)
    if (isMalformed) malformed.push(response)
    else others.push(response)
  })
  const contents = await inParallel(AT_ONCE, bodies, ({ name, bytes }) =>
    send(calls.postCreate.path, {
      what: `${name} as postContent`,
      bytes: Buffer.from(JSON.stringify({ tokenName, title: 'A title', postContent: bytes.toString('utf8') })),
    }),
  )
  const alive = (await fetch(`${server.url}/readyz`)).status
  await server.stop()

  const all = [...malformed, ...others, ...contents]
  report([
    count(`malformed bodies × ${posts.length} calls × ${WAYS.length} ways, not refused as malformed or too large`, {
      of: malformed,
      wrong: ({ status, code }) => !(status === 400 && code === 'MALFORMED_BODY') && code !== 'BODY_TOO_LARGE',
    }),
    count('other bodies of the suite with a 5xx response', { of: others, wrong: ({ status }) => status >= 500 }),
    count('all bodies as the content of a post, without a 400 response', {
      of: contents,
      wrong: ({ status }) => status !== 400,
    }),
    count("responses that aren't well-formed errors", { of: all, wrong: ({ isPlain }) => !isPlain }),
    { what: 'the server afterward', value: `/readyz ${alive}`, goal: '200', reached: alive === 200 },
  ])
}

/** Empty, or only a byte order mark. */
function isNothing(bytes: Buffer): boolean {
  return bytes.toString('utf8').replace(/^\uFEFF/, '') === ''
}

/** A well-formed object with the bytes as the value of a field. */
function inField(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"content":'), bytes, Buffer.from('}')])
}

function count(what: string, about: { of: Answered[]; wrong: (response: Answered) => boolean }) {
  const wrong = about.of.filter(about.wrong)
  for (const { what: description, status, code } of wrong.slice(0, 10))
    console.log(`  ${status} ${code} for ${description}`)
  return {
    what,
    value: `${wrong.length} of ${about.of.length}`,
    goal: '0',
    reached: wrong.length === 0 && about.of.length > 0,
  }
}
