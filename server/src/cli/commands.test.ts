import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret } from './commands.ts'

/** Standard input and what is said, as at a terminal or behind a pipe. */
function shell({ isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const said: string[] = []
  const stderr = { write: (text: string) => said.push(text) > 0 }
  return { stdin, said, asked: readSecret('Secret: ', { stdin: stdin as unknown as typeof process.stdin, stderr }) }
}

test.each(['a secret\n', 'a secret\r\n', 'a secret'])('behind a pipe it is what comes: %j', async (piped) => {
  const { stdin, said, asked } = shell({ isTTY: false })
  stdin.end(piped)
  expect(await asked).toBe('a secret')
  expect(said).toEqual([])
})

test('at a terminal it is asked for, may be mended, and is not shown', async () => {
  const { stdin, said, asked } = shell({ isTTY: true })
  stdin.write('a secrt')
  stdin.write('\u007fet\r')
  expect(await asked).toBe('a secret')
  expect(said.join('')).toBe('Secret: \n')
})

test.each(['\u0003', '\u0004'])('whoever leaves (%j) has given nothing', async (key) => {
  const { stdin, asked } = shell({ isTTY: true })
  stdin.write(key)
  expect(await asked).toBe('')
})
