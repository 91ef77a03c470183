import { expect, test } from 'vitest'
import { welcome } from './start-demo.ts'

test('the welcome text has both addresses and how to sign in, on lines that fit a terminal', () => {
  const text = welcome({ forum: 'http://localhost:3000', partner: 'http://127.0.0.1:3001' })
  for (const word of ['http://localhost:3000', 'http://127.0.0.1:3001', 'demo_ada', 'Stoa-demo-1', 'Ctrl+C'])
    expect(text).toContain(word)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})
