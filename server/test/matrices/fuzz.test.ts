import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BODY_LIMIT, type CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allSamples } from '../../src/calls/all.samples.ts'
import type { RenderFragment } from '../../src/domains/content/articles/fragments.ts'
import type { JsonSchema } from '../../src/http/openapi/examples.ts'
import { type Forum, startForum } from '../forum.ts'
import { sendRequest } from '../harness.ts'
import { realInput } from '../real-input.ts'
import { type SampleScene, SITE, startSampleScene } from '../samples.ts'
import { asJson, hostileInput } from './hostile-input.ts'

/** Requests per call and kind of caller. STOA_FUZZ_RUNS sets their number, STOA_FUZZ_SEED chooses others. */
const RUNS = Number(process.env.STOA_FUZZ_RUNS ?? 20)
const seed = Number(process.env.STOA_FUZZ_SEED ?? 1)
/** Internal details that responses must not reveal: stack traces, SQL, drivers, paths. */
const INSIDE =
  /\bat \S+ \(|\.[jt]s:\d+|node_modules|\/src\/|sqlite|libsql|mysql|knex|\bER_[A-Z]+|select .+ from|insert into|typeerror|cannot read/i

let forum: Forum
let scene: SampleScene
let knownIds: string[]
beforeAll(async () => {
  // Like the real one, returns its input and leaves the locale to Intl.
  const renderFragment: RenderFragment = ({ payload, locale, ...about }) => {
    const shadow = JSON.stringify({ payload, count: new Intl.NumberFormat(locale).format(1e6), ...about })
    return { shadow, plain: shadow, content: shadow }
  }
  forum = await startForum({ renderFragment })
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, SITE)
  scene = await startSampleScene(forum)
  const postId = await forum.newPost({ publisherId: forum.ada.id })
  const pollId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId })
  knownIds = [postId, pollId, comment.id, forum.ada.id, forum.bea.id, 'FORUM', 'GUARDED', 'forum', 'ada_demo', SITE]
}, 60_000)
afterAll(() => forum.stoa.close())

interface Sent {
  name: CallName
  input: unknown
  headers?: Record<string, string>
}

function send({ name, input, headers = {} }: Sent): ReturnType<typeof sendRequest> {
  const { method, path } = calls[name]
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(Buffer.from(asText(fields[field])).toString()) || 'x'
    delete fields[field]
    return value === '.' || value === '..' ? 'x' : value.slice(0, 800)
  })
  if (method === 'POST') {
    const body = asJson(input)
    return sendRequest(`${forum.stoa.url}/api${filled}`, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  const query = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, asText(value).slice(0, 800)]))
  return sendRequest(`${forum.stoa.url}/api${filled}?${query}`, { method, headers })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

async function expectHarmless(fuzzRequest: Sent): Promise<void> {
  const { status, text } = await send(fuzzRequest)
  // Node's parser refuses addresses that are too long, with only a status.
  if (status === 431) return
  const isBusy = status === 503 && text.includes('"BUSY"')
  if (status >= 500 && !isBusy)
    throw new Error(
      `${fuzzRequest.name} returned ${status}: ${text} to ${JSON.stringify(fuzzRequest.input)?.slice(0, 2000)}`,
    )
  if (status >= 400) {
    expect(JSON.parse(text)).toMatchObject({ status: 'error', code: expect.any(String), requestId: expect.any(String) })
    expect(text).not.toMatch(INSIDE)
  }
}

/** Often a key that was used before with another body. */
const key = fc.oneof(fc.constantFrom('one', 'two'), fc.uuid())
const names = Object.keys(calls) as CallName[]
/**
 * Hostile input in which some fields are those of a valid request, so that it gets further. Each run may repeat that
 * request: it was made once.
 */
async function inputsOf(name: CallName): Promise<fc.Arbitrary<unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' })
  const hostile = hostileInput(schema as JsonSchema, knownIds)
  const valid = (await allSamples.find((sample) => sample.name === name)?.make(scene))?.input ?? {}
  const partly = fc
    .tuple(hostile, fc.subarray(Object.entries(valid), { minLength: Math.min(1, Object.keys(valid).length) }))
    .map(([input, fields]) =>
      typeof input === 'object' && input !== null ? { ...input, ...Object.fromEntries(fields) } : input,
    )
  return fc.oneof(hostile, partly)
}

/** Hashing passwords is slow, so few runs suffice. */
const runsOf = (name: CallName) => (name === 'authSignUp' || name === 'authSignIn' ? Math.ceil(RUNS / 5) : RUNS)

describe.each(['visitor', 'member', 'other member'] as const)('as %s', (who) => {
  test.each(names)(
    '%s accepts any input without failing',
    async (name) => {
      const inputs = await inputsOf(name)
      const token = { visitor: null, member: forum.ada.token, 'other member': forum.cem.token }[who]
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
      await fc.assert(
        fc.asyncProperty(inputs, key, (input, idempotencyKey) =>
          expectHarmless({ name, input, headers: { ...headers, 'idempotency-key': idempotencyKey } }),
        ),
        { seed, numRuns: runsOf(name), endOnFailure: true },
      )
    },
    120_000,
  )
})

test('no request has changed the prototypes', () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Object.keys(Array.prototype)).toEqual([])
})

test('headers of any kind are harmless', async () => {
  const value = fc.oneof(
    fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\u0020-\u007e]/g, '?').trim()),
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer a.b.c',
      'Bearer ..',
      `Bearer ${'x'.repeat(1500)}`,
      'null',
      SITE,
      'https://[',
      '*',
      'W/"x", "y"',
    ),
  )
  const headers = fc.record(
    {
      authorization: value,
      origin: value,
      cookie: fc.oneof(
        value,
        value.map((text) => `stoa-refresh=${text.replaceAll(';', '')}`),
      ),
      'idempotency-key': value,
      'x-app-check': value,
      'if-none-match': value,
      'sec-fetch-site': value,
      'x-forwarded-for': value,
      'accept-encoding': value,
    },
    { requiredKeys: [] },
  )
  const name = fc.constantFrom<CallName>('commentAnonymous', 'commentList', 'authRefresh', 'authSignOut', 'postList')
  await fc.assert(
    fc.asyncProperty(name, headers, (call, headerValues) =>
      expectHarmless({ name: call, input: { tokenName: 'FORUM', type: 'all' }, headers: headerValues }),
    ),
    { seed, numRuns: RUNS * 10, endOnFailure: true },
  )
}, 120_000)

const bodies = realInput('hostile/json-test-suite/test_parsing')
test.skipIf(bodies === null)(
  'every malformed JSON body of the parsing suite is refused',
  async () => {
    const folder = bodies ?? ''
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(200)
    for (const file of files) {
      const body = readFileSync(join(folder, file))
      const response = await fetch(`${forum.stoa.url}/api/app-check/challenge`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      const text = await response.text()
      expect([file, response.status < 500, INSIDE.test(text)]).toEqual([file, true, false])
      const refusal = body.length > BODY_LIMIT ? 413 : 400
      if (file.startsWith('n_')) expect([file, response.status]).toEqual([file, refusal])
    }
  },
  60_000,
)
