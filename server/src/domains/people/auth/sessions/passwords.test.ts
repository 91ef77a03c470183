import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import { withRealPasswords } from '../../../../../test/cheap-passwords.ts'
import { createPasswords } from './passwords.ts'

withRealPasswords()
const passwords = createPasswords()
/** At most four run, on a machine with many processors, and 240 wait. */
const ROOM_MAX = 244

test('only the hashed password matches, in any Unicode normalization', async () => {
  const stored = await passwords.hash('Caf\u00e9-horse-1')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, 'Cafe\u0301-horse-1')).toBe(true)
  expect(await passwords.verify(stored, 'Cafe-horse-1')).toBe(false)
  expect(await passwords.verify(null, 'no account has this password')).toBe(false)
})

test('an unreadable hash is an error and doesn’t block the next password', async () => {
  await expect(passwords.verify('broken', 'Caf\u00e9-horse-1')).rejects.toThrow()
  expect(await passwords.verify(await passwords.hash('An0ther-one'), 'An0ther-one')).toBe(true)
})

test.runIf(process.platform === 'linux')('hashing leaves time for other work of the process', async () => {
  await passwords.hash('An0ther-one')
  const niceness = readdirSync('/proc/self/task').map((thread) =>
    // Counted after the name, which may contain anything.
    Number(
      readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[16],
    ),
  )
  expect(Math.max(...niceness)).toBe(Math.min(getPriority() + 7, 19))
})

test('a request refused as busy has had no effect', async () => {
  const full = createPasswords()
  const never = () => new Promise<void>(() => {})
  const refused: unknown[] = []
  for (let count = 0; count < ROOM_MAX; count += 1)
    full.verify(null, 'Wr0ng-horse', never).catch((error) => refused.push(error))
  const first = vi.fn()
  await expect(full.verify(null, 'Wr0ng-horse', first)).rejects.toMatchObject({ code: 'BUSY' })
  expect(first).not.toHaveBeenCalled()
  expect(refused.length).toBeLessThan(4)
})
