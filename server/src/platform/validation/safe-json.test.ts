import { expect, test } from 'vitest'
import { isSafeJson } from './safe-json.ts'

test.each(['null', '1', '"text"', '[]', '{}', '{"a":[{"b":[]}]}', '{"length":5,"size":{}}', '[{"length":0}]'])(
  '%s can be validated',
  (json) => expect(isSafeJson(JSON.parse(json), 4)).toBe(true),
)

test.each([
  '[[[[[]]]]]',
  '{"a":{"b":{"c":{"d":{}}}}}',
  '{"length":"5"}',
  '[{"length":[[]]}]',
  '{"a":{"length":{"toString":1,"valueOf":1}}}',
  '{"length":null}',
])('not %s', (json) => expect(isSafeJson(JSON.parse(json), 4)).toBe(false))

test('nesting that would exhaust the stack is detected safely', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ]) {
    const deep: unknown = JSON.parse(`${open?.repeat(100_000)}0${close?.repeat(100_000)}`)
    expect(isSafeJson(deep, 40)).toBe(false)
  }
})
