import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { stoaCommand } from '../../test/stoa-command.ts'
import { readSecret } from './commands.ts'

/** Standard input and captured output of a terminal or a pipe. */
function shell({ isTTY }: { isTTY: boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const said: string[] = []
  const stderr = { write: (text: string) => said.push(text) > 0 }
  return { stdin, said, asked: readSecret('Secret: ', { stdin: stdin as unknown as typeof process.stdin, stderr }) }
}

test.each(['a secret\n', 'a secret\r\n', 'a secret'])('reads %j from a pipe', async (piped) => {
  const { stdin, said, asked } = shell({ isTTY: false })
  stdin.end(piped)
  expect(await asked).toBe('a secret')
  expect(said).toEqual([])
})

test('prompts at a terminal, allows corrections, and shows nothing', async () => {
  const { stdin, said, asked } = shell({ isTTY: true })
  stdin.write('a secrt')
  stdin.write('\u007fet\r')
  expect(await asked).toBe('a secret')
  expect(said.join('')).toBe('Secret: \n')
})

test.each(['\u0003', '\u0004'])('canceling (%j) enters nothing', async (key) => {
  const { stdin, asked } = shell({ isTTY: true })
  stdin.write(key)
  expect(await asked).toBe('')
})

test.each([[['mail:test', 'nobody']], [['nothing']], [['check', '--unknown']], [['domain:set']], [[]]])(
  'with --json, wrong usage (%j) ends with an error as JSON',
  async (parameters) => {
    const { code, out, err } = await stoaCommand({}, [...parameters, '--json'])
    expect([code, out]).toEqual([2, ''])
    expect(JSON.parse(err.split('\n').at(-1) ?? '')).toEqual({ error: expect.stringMatching(/^(?!error:)./) })
  },
)
