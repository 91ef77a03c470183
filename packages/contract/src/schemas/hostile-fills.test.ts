// @vitest-environment node
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calls, postDocument } from './index.ts'

/** Limit of processor time per value. Good ones take a few milliseconds, bad ones many seconds. */
const BUDGET_MS = 200
const HOSTILE_LENGTH = 100_000
/** Long enough to detect quadratic rules, and short enough to not wait for them. */
const PLANT_LENGTH = 30_000
const UNITS = [
  'a',
  'A',
  '1',
  'aA1!',
  ' ',
  '\n',
  '.',
  '-',
  '_',
  '/',
  '\\',
  '@',
  ':',
  '%',
  '%2',
  '!',
  'a.',
  'a@',
  '-a',
].concat([
  'e\u0301',
  '\u0301',
  '\u034f',
  '\u200b',
  '\u202e',
  '\ud800',
  '\u0000',
  '😀',
  'ü',
  'ﷺ',
  '👩‍👩‍👧',
  'א',
  '<b>',
  '"',
])
/** Text before and after it: some rules are only slow if the end doesn't match. */
const ENDS = [
  ['', ''],
  ['Aa1!', 'a'],
  ['a@', '.b'],
  ['https://', '?'],
  ['/', ''],
] as const
/** Created once: creating them takes longer than most schemas. */
const texts = new Map<string, string>()
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Processor time in milliseconds: a pause of the machine doesn't count. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

/** A text or list field: its path in an input, and its schema. */
interface Field {
  path: (string | number)[]
  schema: z.ZodType
  kind: 'text' | 'list'
}

type Inner = z.ZodType & { _zod: { def: Record<string, unknown> } }

/** The inner schema, without wrappers such as optional. */
function core(schema: z.ZodType): Inner {
  const { def } = (schema as Inner)._zod
  if (def.innerType) return core(def.innerType as z.ZodType)
  if (def.type === 'lazy') return core((def.getter as () => z.ZodType)())
  return schema as Inner
}

/** The list or text at the start of a pipe, or at its end if it starts with a function. */
function carrier(schema: z.ZodType): Inner {
  const inner = core(schema)
  const { def } = inner._zod
  if (def.type !== 'pipe') return inner
  const first = core(def.in as z.ZodType)
  return first._zod.def.type === 'transform' ? carrier(def.out as z.ZodType) : carrier(first)
}

function fieldsOf(schema: z.ZodType, path: Field['path'] = []): Field[] {
  const inner = carrier(schema)
  const { def } = inner._zod
  // Nested lists are alike on every level.
  if (path.length > 6) return []
  if (def.type === 'string') return [{ path, schema, kind: 'text' }]
  if (def.type === 'array') return [{ path, schema, kind: 'list' }, ...fieldsOf(def.element as z.ZodType, [...path, 0])]
  if (def.type === 'union') return (def.options as z.ZodType[]).flatMap((option) => fieldsOf(option, path))
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      fieldsOf(part, [...path, key]),
    )
  return []
}

const TEXTS = ['x', 'A'.repeat(20), 'FORUM', 'a@b.co', 'Corr3ct-horse', 'abc', '/bbs', 'https://a.example', '123456']
  .concat(['a'.repeat(43), 'whitelistedUsers_FORUM', '{"blocks":[]}'])
  .flatMap((text): unknown[] => [text])
const VALUES = TEXTS.concat([0, 1, true, false, null, {}, []])

/** A value with every field of the schema, so that rules across fields are reached where possible. */
function exampleOf(schema: z.ZodType, depth = 0): unknown {
  const { def } = carrier(schema)._zod
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape as Record<string, z.ZodType>).map(([key, part]) => [key, exampleOf(part, depth + 1)]),
    )
  if (def.type === 'array') return depth > 6 ? [] : [exampleOf(def.element as z.ZodType, depth + 1)]
  if (def.type === 'literal' || def.type === 'enum') return Object.values((def.values ?? def.entries) as object)[0]
  if (def.type === 'union') return exampleOf((def.options as z.ZodType[])[0] as z.ZodType, depth + 1)
  return VALUES.find((value) => schema.safeParse(value).success)
}

function withValue(input: unknown, path: Field['path'], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number') return [withValue((input as unknown[] | undefined)?.[key], rest, value)]
  const fields = (typeof input === 'object' && input) || {}
  return { ...fields, [key]: withValue((fields as Record<string, unknown>)[key], rest, value) }
}

/** The maximum length of a text or list schema. */
function maxOf(schema: z.ZodType): number | null {
  const checks = (carrier(schema)._zod.def.checks ?? []) as { _zod: { def: { check: string; maximum?: number } } }[]
  return checks.map(({ _zod }) => _zod.def).find(({ check }) => check === 'max_length')?.maximum ?? null
}

/** Whether the maximum length is checked before anything else. */
function isBoundedFirst({ schema, kind }: Field): boolean {
  const max = maxOf(schema)
  if (max === null) return false
  const issues = core(schema).safeParse(kind === 'list' ? Array(max + 1).fill(undefined) : '\u0001'.repeat(max + 1))
    .error?.issues
  return issues?.length === 1 && issues[0]?.code === 'too_big'
}

function* hostileValues({ schema, kind }: Field, most: number): Generator<[string, unknown]> {
  if (kind === 'list') yield ['many items', Array(most).fill(undefined)]
  else
    for (const [start, end] of ENDS)
      for (const unit of UNITS)
        for (const length of [most, maxOf(schema) ?? 0]) {
          const what = `${length} of ${JSON.stringify([start, unit, end])}`
          const text = texts.get(what) ?? start + fill(unit, Math.max(0, length - start.length - end.length)) + end
          texts.set(what, text)
          yield [what, text]
        }
}

/** The first value that takes too long, as text. */
function slowValue(values: Iterable<[string, unknown]>, parse: (value: unknown) => void): string | null {
  for (const [what, value] of values) {
    const time = timeOf(() => parse(value))
    if (time > BUDGET_MS) return `${Math.round(time)} ms for ${what}`
  }
  return null
}

/** Schemas of fields that were timed: calls share them. */
const timedSchemas = new Set<z.ZodType>()

/** Fields of an input that take too long, or have no limit that is checked first. */
function problemsOf(schema: z.ZodType, most = HOSTILE_LENGTH): string[] {
  const example = exampleOf(schema)
  return fieldsOf(schema).flatMap((field) => {
    const name = field.path.join('.')
    const values = timedSchemas.has(field.schema) ? [] : hostileValues(field, most)
    timedSchemas.add(field.schema)
    const slow = slowValue(values, (value) => schema.safeParse(withValue(example, field.path, value)))
    const problems = slow === null ? [] : [`${name}: ${slow}`]
    return isBoundedFirst(field) ? problems : [...problems, `${name}: no greatest length that is checked first`]
  })
}

describe('no value of an input field keeps the server busy', () => {
  test.each(Object.entries(calls))('%s', (_, { input }) => {
    expect(problemsOf(input)).toEqual([])
  })

  test('the content of a post', () => {
    expect(problemsOf(postDocument)).toEqual([])
  })
})

describe('the check detects', () => {
  const plants: [string, z.ZodType, RegExp][] = [
    ['a quadratic rule', z.object({ name: z.string().max(200).regex(/\d+$/) }), /name: \d+ ms/],
    [
      'a quadratic rule behind a bound that lets too much through',
      z.object({
        name: z
          .string()
          .max(HOSTILE_LENGTH, { abort: true })
          .regex(/[^a-z]+$/),
      }),
      /name: \d+ ms/,
    ],
    [
      'one in a list in a field that may be left out',
      z.object({ list: z.array(z.object({ name: z.string().regex(/\d+$/).optional() })).optional() }),
      /list.0.name: \d+ ms/,
    ],
    ['a text without a bound', z.object({ name: z.string() }), /name: no greatest length/],
    ['a bound that stops nothing', z.object({ name: z.string().max(5).regex(/x/) }), /name: no greatest length/],
    ['a list without a bound', z.object({ list: z.array(z.boolean()) }), /list: no greatest length/],
  ]
  test.each(plants)('%s', (_, schema, problem) => {
    expect(problemsOf(schema, PLANT_LENGTH).join('\n')).toMatch(problem)
  })
})
