import { expect, test, vi } from 'vitest'
import { judgeSize, releasedSizes } from './judge-size.mjs'

const PAGE = `| What | Ceiling | Release 1.2.3 | Now |
|---|---|---|---|
| \`loader\` | 2,200 | 2,000 | 2,050 |
| script of a feed, idle | 130,000 | 100,000 | 100,000 |
`
const { release, sizes } = releasedSizes(PAGE)
const judged = (bytes: number) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const isFine = judgeSize('loader', { bytes, ceiling: 2200 }, { release, sizes })
  const lines = log.mock.calls.flat()
  log.mockRestore()
  return { isFine, lines }
}

test('reads the sizes of the last release', () => {
  expect([release, [...sizes]]).toEqual([
    '1.2.3',
    [
      ['loader', 2000],
      ['script of a feed, idle', 100_000],
    ],
  ])
})

test('growth of more than 5 % since the last release is a line, not a fault', () => {
  expect(judged(2099)).toEqual({ isFine: true, lines: ['loader: 2099 of 2200 bytes'] })
  expect(judged(2180)).toEqual({
    isFine: true,
    lines: ['loader: 2180 of 2200 bytes', '  9 % more than in release 1.2.3'],
  })
})

test('a size above its ceiling is a fault', () => {
  expect(judged(2201)).toMatchObject({
    isFine: false,
    lines: expect.arrayContaining(['loader is 1 bytes over its ceiling']),
  })
})
