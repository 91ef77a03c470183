import fc from 'fast-check'
import type { JsonSchema } from '../../src/http/openapi/examples.ts'

/** JSON nested deeper than serializers can handle. A placeholder that `asJson` expands. */
const deep = fc
  .record({ kind: fc.constantFrom('array', 'object', 'proto'), levels: fc.constantFrom(50, 5000, 60_000) })
  .map(({ kind, levels }) => `deep ${kind} ${levels}`)

const BRACKETS: Record<string, [string, string]> = {
  array: ['[', ']'],
  object: ['{"a":', '}'],
  proto: ['{"__proto__":', '}'],
}

/** The body of a request; empty if JSON can't express the input. */
export function asJson(input: unknown): string {
  return (JSON.stringify(input) ?? '').replaceAll(
    /"deep (array|object|proto) (\d+)"/g,
    (_, kind: string, levels: string) => {
      const [open, close] = BRACKETS[kind] ?? ['', '']
      return `${open.repeat(Number(levels))}0${close.repeat(Number(levels))}`
    },
  )
}

/** Names with a special meaning to careless programs, in objects, queries or paths. */
const fieldName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'toJSON',
    'then',
    'length',
    '__defineGetter__',
    'constructor.prototype.polluted',
    '__proto__[polluted]',
    'a[b][c]',
    '$where',
    '0',
    '',
    ' ',
    'id',
    'viewer',
    'isAdmin',
    'networkAdmin',
    'status',
  ),
  fc.string(),
)

const polluting = fc.constantFrom<unknown>(
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { constructor: { prototype: { polluted: true } } },
  { polluted: true },
  { length: { toString: 1, valueOf: 1 } },
  { length: 'deep array 60000' },
  { toString: 1, valueOf: 1, length: 5 },
)

/** Values that no schema expects but any handler may receive. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u200b\ufeff',
    '😀'.repeat(3000),
    'x'.repeat(100_000),
    "' or 1=1 --",
    '"; drop table users; --',
    '%',
    '%00',
    '../../../../etc/passwd',
    '${7*7}{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    [],
    {},
    [[[[[[]]]]]],
    { toString: 1 },
    JSON.parse('{"then":1}'),
    { length: 1e9 },
    Array.from({ length: 300 }, (_, index) => index),
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
  deep,
  polluting,
  fc.dictionary(fieldName, fc.oneof(polluting, deep, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 4 }),
)

/** A post's content with one invalid block. */
const document = fc
  .tuple(
    fc.constantFrom('paragraph', 'header', 'list', 'image', 'embed', 'linkTool', 'quote', 'nothing'),
    fc.oneof(
      strange,
      fc.dictionary(
        fc.constantFrom('text', 'items', 'level', 'style', 'file', 'url', 'link', 'meta', 'caption'),
        strange,
      ),
    ),
  )
  .map(([type, data]) => ({ blocks: [{ type, data }] }))

/** Input that resembles the schema: often valid, often nearly so. */
export function hostileInput(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: plausible(schema, knownIds) }, { weight: 1, arbitrary: strange })
}

function plausible(schema: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const { type, properties, enum: values, const: only, anyOf, items } = schema
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values)
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map((item) => hostileInput(item, knownIds)))
  if (type === 'object') return object({ ...schema, properties: properties ?? {} }, knownIds)
  if (type === 'array') return fc.array(hostileInput((items ?? {}) as JsonSchema, knownIds), { maxLength: 12 })
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double(), fc.nat(50))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'string') return text(schema, knownIds)
  return strange
}

function object(
  { properties, required = [] }: JsonSchema & { properties: Record<string, JsonSchema> },
  knownIds: readonly string[],
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => {
    const value = hostileInput(field, knownIds)
    const absent = required.includes(name) ? 1 : 4
    return fc.oneof(
      { weight: 8, arbitrary: value.map((item) => [name, item]) },
      { weight: absent, arbitrary: fc.constant([]) },
    )
  })
  const extra = fc.array(fc.tuple(fieldName, strange), { maxLength: 3 })
  // From entries, so that `__proto__` becomes a field and is sent.
  return fc
    .tuple(fc.tuple(...fields), extra)
    .map(([pairs, more]) =>
      Object.fromEntries([...more, ...pairs.filter((pair) => pair.length === 2)] as [string, unknown][]),
    )
}

function text({ pattern, maxLength = 40 }: JsonSchema, knownIds: readonly string[]): fc.Arbitrary<unknown> {
  const longest = typeof maxLength === 'number' ? maxLength : 40
  const edges = fc.constantFrom(...[longest - 1, longest, longest + 1].map((length) => 'é'.repeat(Math.max(0, length))))
  const free = fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 60) })
  // No values can be generated from patterns with lookahead; the password's is the only one.
  const isGenerated = typeof pattern === 'string' && !pattern.includes('(?=')
  // Long texts contain JSON: a post's content.
  const inner = longest > 100_000 ? [document.map(asJson), strange.map(asJson)] : []
  const right = isGenerated ? [fc.stringMatching(new RegExp(pattern))] : [fc.constant('Corr3ct-horse')]
  return fc.oneof(fc.constantFrom(...knownIds), free, edges, ...right, ...inner)
}
