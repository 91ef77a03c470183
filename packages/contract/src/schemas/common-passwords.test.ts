// @vitest-environment node
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { calls } from './index.ts'

const parsePassword = (password: string) => calls.authPasswordChange.input.safeParse({ password })

test.each([
  'P@ssw0rd',
  'Passw0rd!',
  'Password1!',
  'Pa$$w0rd1',
  'P@55w0rd',
  'Welcome2024!',
  'Qwerty123!',
  'Admin@123',
  'Summer2024!',
  '1!Iloveyou',
  'Letmein#1',
  'Abc12345!',
  '!QAZ2wsx',
  '1qaz@WSX',
  'ZAQ!2wsx',
  '1qazZAQ!',
])('%s is refused', (password) => expect(isCommonPassword(password)).toBe(true)) // prettier-ignore

test.each(['Corr3ct-horse', 'Bench-Passw0rd', 'Aa1!xxxx', 'Tr0ub4dor&3', 'Summer-rain-77', 'Дом-Xy1-кот'])(
  '%s is accepted',
  (password) => expect(isCommonPassword(password)).toBe(false),
)

test('a common password is reported at its field', () => {
  const { error } = parsePassword('P@ssw0rd')
  expect(error?.issues).toMatchObject([{ path: ['password'], message: expect.stringContaining('too easy to guess') }])
  expect(parsePassword('Corr3ct-horse').success).toBe(true)
})
