import { setImmediate as turn } from 'node:timers/promises'
import { BODY_LIMIT, type CallName, POST_CONTENT_MAX_LENGTH } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allSamples } from '../../src/calls/all.samples.ts'
import type { JsonSchema } from '../../src/http/openapi/examples.ts'
import { type Forum, startForum } from '../forum.ts'
import { type SampleScene, sentSample, startSampleScene } from '../samples.ts'

/** How long a request may keep others waiting. The slowest, a post with the most pictures, takes about half of it. */
const TURN_MAX_MS = 100
/** A slow turn is measured again: the fastest try says how long the work takes. */
const TRIES = 3
/** Room for the other fields of a body. */
const OTHER_FIELDS = 8192
/** Texts of which functions are slow: blanks, one word, addresses, brackets, markup, long expansions, marks, halves. */
const UNITS = [' ', 'a', 'a@', '(', 'http://a.b ', '<b>', 'ﷺ ', 'e\u0301', '\ud800']
/** Shorter texts can't be slow. */
const LONG_TEXT = 500

let forum: Forum
let scene: SampleScene
beforeAll(async () => {
  forum = await startForum()
  scene = await startSampleScene(forum)
})
afterAll(() => forum.stoa.close())

/**
 * The longest turn of the event loop during the work, in ms. Of the time that passes and the processor time that this
 * process uses, the shorter one counts: a turn in which the machine runs something else is not slow.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    await turn()
    const { user, system } = process.cpuUsage(cpu)
    longest = Math.max(longest, Math.min(performance.now() - start, (user + system) / 1000))
  }
  await done
  return longest
}

/** Sends the request, several times if a turn takes too long; returns the problem. */
async function problemOf(target: Target, { what, body, path }: HostileRequest): Promise<string | null> {
  let fastest = Number.POSITIVE_INFINITY
  for (let tries = 1; tries <= TRIES && fastest > TURN_MAX_MS; tries += 1) {
    const valid = await target()
    let status = 0
    const took = await longestTurn(async () => {
      const { method, headers } = valid
      const sent = { method, headers, ...(body === undefined ? {} : { body }) }
      const response = await fetch(forum.stoa.url + (path ?? valid.path), sent)
      status = response.status
      await response.arrayBuffer()
    })
    if (status >= 500) return `${what}: ${status}`
    fastest = Math.min(fastest, took)
  }
  return fastest > TURN_MAX_MS ? `${what}: ${Math.round(fastest)} ms` : null
}

/** A valid request, whose headers are sent. */
type Target = () => Promise<ReturnType<typeof sentSample>>

/** What replaces parts of a valid request. */
interface HostileRequest {
  what: string
  body?: string
  path?: string
}

/** A value of a body that a call may take long to read. */
interface HostileValue {
  what: string
  /** As JSON. */
  value: string
}

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const repeated = (item: string, room: number) =>
  `[${`${item},`.repeat(Math.floor(room / (item.length + 1)) - 1)}${item}]`
/** As many fields as fit, each with a name of its own. */
const fieldsIn = (room: number) =>
  `{${Array.from({ length: Math.floor(room / 11) }, (_, index) => `"k${index}":1`).join()}}`

/** Fields that were tried with as much room: calls share them. */
const tried = new Set<string>()

function* hostileValues(schema: JsonSchema, room: number): Generator<HostileValue> {
  const key = `${room} ${JSON.stringify(schema)}`
  if (tried.has(key)) return
  tried.add(key)
  const { type, anyOf, items, maxLength } = schema
  for (const option of (anyOf ?? []) as JsonSchema[]) yield* hostileValues(option, room)
  if (type === 'string') {
    yield { what: 'a text that is too long', value: JSON.stringify(fill('a', room)) }
    const length = Math.min(Number(maxLength ?? room), room)
    // Shorter texts can't be slow.
    if (length >= LONG_TEXT) {
      for (const unit of UNITS)
        yield { what: `${length} of ${JSON.stringify(unit)}`, value: JSON.stringify(fill(unit, length)) }
    }
  }
  if (type === 'array') {
    yield { what: 'a list that is too long', value: repeated('{}', room) }
    for (const { what, value } of hostileValues((items ?? {}) as JsonSchema, room)) {
      yield { what: `an item of ${what}`, value: `[${value}]` }
    }
  }
  if (type === 'object') {
    yield { what: 'unknown fields', value: fieldsIn(room) }
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
      for (const { what, value } of hostileValues(field, room)) {
        yield { what: `${name}: ${what}`, value: `{${JSON.stringify(name)}:${value}}` }
      }
    }
  }
}

/** Documents of posts: their text is JSON in a text. */
function* hostileDocuments(): Generator<HostileValue> {
  const most = POST_CONTENT_MAX_LENGTH
  const blocks = (type: string, data: object, count = 1) =>
    JSON.stringify({ blocks: Array.from({ length: count }, () => ({ type, data })) })
  for (const unit of UNITS) {
    const texts = ['paragraph', 'made-up'].map((type) => [type, blocks(type, { text: fill(unit, 19_000) }, 5)])
    for (const [type, text] of texts) yield { what: `${type}s of ${JSON.stringify(unit)}`, value: String(text) }
    yield { what: `made-up blocks beyond the limit`, value: blocks('made-up', { other: fill(unit, 19_000) }, 24) }
  }
  const link = (at: number) => `<a href="http://a${at}.b">x</a>`
  const links = Array.from({ length: 3400 }, (_, at) => link(at)).join('')
  yield { what: 'links', value: blocks('paragraph', { text: links.slice(0, 49_000) }, 2) }
  const plain = Array.from({ length: 9000 }, (_, at) => `http://a${at}.b`).join(' ')
  yield {
    what: 'plain links',
    value: JSON.stringify({
      blocks: [0, 1, 2].map((part) => ({
        type: 'paragraph',
        data: { text: plain.slice(part * 33_000, (part + 1) * 33_000) },
      })),
    }),
  }
  const items = (count: number, item: unknown) => Array.from({ length: count }, () => item)
  yield { what: 'wrong items', value: blocks('list', { style: 'ordered', items: items(300, 1) }, 500) }
  yield { what: 'items', value: blocks('list', { style: 'ordered', items: items(300, { content: 'x' }) }, 60) }
  yield { what: 'allowed items', value: blocks('list', { style: 'ordered', items: items(250, 'x') }, 8) }
  yield { what: 'unknown fields', value: `{"blocks":[{"type":"paragraph","data":${fieldsIn(most - 100)}}]}` }
  yield {
    what: 'unknown fields of an unknown block',
    value: `{"blocks":[{"type":"x","data":${fieldsIn(most - 100)}}]}`,
  }
  yield { what: 'blocks', value: `{"blocks":${repeated('{}', most - 100)}}` }
  yield { what: 'wrong blocks', value: `{"blocks":[${fill('{},', 1499)}]}` }
  yield { what: 'brackets', value: fill('[', most) }
  yield { what: 'nested lists', value: '['.repeat(most / 2) + ']'.repeat(most / 2) }
  yield { what: 'pictures', value: blocks('image', { file: { url: `https://a.example/${fill('ü', 300)}` } }, 500) }
}

function* hostileBodies(name: CallName, valid: Record<string, unknown>): Generator<HostileRequest> {
  const { input, bodyLimit = BODY_LIMIT }: Call = calls[name]
  const room = bodyLimit - OTHER_FIELDS
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const withField = (field: string, value: string) => {
    const { [field]: _, ...others } = valid
    const start = JSON.stringify(others).slice(0, -1)
    return `${start}${start === '{' ? '' : ','}${JSON.stringify(field)}:${value}}`
  }
  for (const [field, fieldSchema] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    for (const { what, value } of hostileValues(fieldSchema, room)) {
      yield { what: `${field}: ${what}`, body: withField(field, value) }
    }
  }
  if (Object.hasOwn(valid, 'postContent')) {
    for (const { what, value } of hostileDocuments()) {
      yield { what: `a document with ${what}`, body: withField('postContent', JSON.stringify(value)) }
    }
  }
  yield { what: 'unknown fields', body: fieldsIn(room) }
  if (bodyLimit === BODY_LIMIT) return
  const open = '{"a":'
  const levels = Math.floor(room / (open.length + 1))
  yield { what: 'brackets', body: fill('[', room) }
  yield { what: 'nested objects', body: `${open.repeat(levels)}1${'}'.repeat(levels)}` }
  yield { what: 'more than the limit', body: `{"a":"${fill('a', bodyLimit)}"}` }
}

/** Room for a request's address: Node refuses more than 16 kB of headers. */
const ADDRESS_MAX = 14_000
/** Whole queries that parsers may take long for: names, repeated or nested, and escapes that mean nothing. */
const QUERIES = ['a=1&', 'a[]=1&', 'a[b]=', '[', '&', '=', '%', '%GG&', '%C3=%28&', '%00', '%25', '+', ';'].map(
  (unit) => ({
    what: `a query of ${unit}`,
    query: fill(unit, ADDRESS_MAX),
  }),
)
const MANY_NAMES = { what: 'many names', query: Array.from({ length: 2000 }, (_, index) => `k${index}=`).join('&') }
/** Values of parameters, escaped: as those of bodies, and what looks like a cursor. */
const PARAMETERS = [...UNITS.filter((unit) => unit !== '\ud800'), '%', '[', '.', '0', '9', ','].map((unit) => ({
  what: `of ${JSON.stringify(unit)}`,
  value: fill(encodeURIComponent(unit), ADDRESS_MAX).replace(/%.?$/, ''),
}))

/** Each call decodes its own cursors. */
const CURSORS = PARAMETERS.filter(({ what }) => what === 'of "a"' || what === 'of "."')

function* hostileQueries(name: CallName, valid: Record<string, unknown>): Generator<HostileRequest> {
  const { input, path }: Call = calls[name]
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const base = sentSample(name, { input: valid, by: null }).path
  const joined = (query: string) => `${base}${base.includes('?') ? '&' : '?'}${query}`
  // All calls parse queries alike.
  const queries = tried.has('queries') ? [MANY_NAMES] : [...QUERIES, MANY_NAMES]
  tried.add('queries')
  for (const { what, query } of queries) yield { what, path: joined(query) }
  for (const [field, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
    const key = `query ${JSON.stringify(schema)}`
    const isTried = tried.has(key)
    tried.add(key)
    const { [field]: _, ...others } = valid
    if (pathFields.includes(field)) {
      const value = `${field.toUpperCase()}-HERE`
      const template = sentSample(name, { input: { ...valid, [field]: value }, by: null }).path
      for (const one of PARAMETERS) {
        yield { what: `${field}: ${one.what}`, path: template.replace(value, one.value) }
      }
      continue
    }
    const start = sentSample(name, { input: others, by: null }).path
    const withField = (value: string) => `${start}${start.includes('?') ? '&' : '?'}${field}=${value}`
    // Names of the contract mean something to handlers, so they are repeated for each call.
    yield { what: `${field}, repeated`, path: withField(fill(`1&${field}=`, ADDRESS_MAX)) }
    yield { what: `${field}, nested`, path: `${start}?${field}${fill('[a]', ADDRESS_MAX)}=1` }
    const values = isTried ? (field === 'cursor' ? CURSORS : []) : PARAMETERS
    for (const { what, value } of values) yield { what: `${field}: ${what}`, path: withField(value) }
  }
}

const firstSamples = allSamples.filter(({ index }) => index === 0)
const samples = firstSamples.filter(({ name }) => calls[name].method === 'POST')
const reads = firstSamples.filter(({ name }) => calls[name].method === 'GET')

describe('no body keeps others waiting', () => {
  test.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (name, sample) => {
    const first = await sample.make(scene)
    const { access }: Call = calls[name]
    // An app check is good for one request.
    const target = async () => sentSample(name, access === 'app-check' ? await sample.make(scene) : first)
    const problems: string[] = []
    for (const body of hostileBodies(name, first.input as Record<string, unknown>)) {
      const problem = await problemOf(target, body)
      if (problem) problems.push(problem)
    }
    expect(problems).toEqual([])
  })
})

describe('no query keeps others waiting', () => {
  test.each(reads.map((sample) => [sample.name, sample] as const))('%s', async (name, sample) => {
    const first = await sample.make(scene)
    const target = async () => sentSample(name, first)
    const problems: string[] = []
    for (const request of hostileQueries(name, first.input as Record<string, unknown>)) {
      const problem = await problemOf(target, request)
      if (problem) problems.push(problem)
    }
    expect(problems).toEqual([])
  })
})
