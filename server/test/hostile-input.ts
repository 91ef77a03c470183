import fc from 'fast-check'
import type { JsonSchema } from '../src/http/openapi/document.ts'

/** Values that no schema asks for and every handler may be sent. */
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
  fc.constant(null).map(() => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown),
)

/** Something like what the schema asks for: often valid, often just not. */
export function hostileInput(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: plausible(schema, known) }, { weight: 1, arbitrary: strange })
}

function plausible(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { type, properties, enum: values, const: only, anyOf, items } = schema
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values)
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map((item) => hostileInput(item, known)))
  if (type === 'object') return object({ ...schema, properties: properties ?? {} }, known)
  if (type === 'array') return fc.array(hostileInput((items ?? {}) as JsonSchema, known), { maxLength: 12 })
  if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double(), fc.nat(50))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'string') return text(schema, known)
  return strange
}

function object(
  { properties, required = [] }: JsonSchema & { properties: Record<string, JsonSchema> },
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => {
    const value = hostileInput(field, known)
    const absent = required.includes(name) ? 1 : 4
    return fc.oneof(
      { weight: 8, arbitrary: value.map((item) => [name, item]) },
      { weight: absent, arbitrary: fc.constant([]) },
    )
  })
  const extra = fc.option(fc.tuple(fc.string(), strange), { nil: [], freq: 6 })
  return fc
    .tuple(...fields, extra)
    .map((pairs) => Object.fromEntries(pairs.filter((pair) => pair.length === 2) as [string, unknown][]))
}

function text({ pattern, maxLength = 40 }: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const longest = typeof maxLength === 'number' ? maxLength : 40
  const edges = fc.constantFrom(...[longest - 1, longest, longest + 1].map((length) => 'é'.repeat(Math.max(0, length))))
  const free = fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 60) })
  // Patterns that look ahead can't be generated from; the password's is the only one.
  const isGenerated = typeof pattern === 'string' && !pattern.includes('(?=')
  const right = isGenerated ? [fc.stringMatching(new RegExp(pattern))] : [fc.constant('Corr3ct-horse')]
  return fc.oneof(fc.constantFrom(...known), free, edges, ...right)
}
