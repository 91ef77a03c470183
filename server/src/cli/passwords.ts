import { GUESSED_PASSWORD, isEasilyGuessed } from '@stoa/contract'
import { newPassword } from '@stoa/contract/schemas'
import type { Commands } from './commands.ts'

/** Asks for a password. Returns null, after printing the reason, if it isn't allowed. */
export async function askForPassword(
  username: string,
  { ask, complain }: Pick<Commands, 'ask' | 'complain'>,
): Promise<string | null> {
  const password = await ask(`Password of ${username}: `)
  const problem = newPassword.safeParse(password).error?.issues[0]?.message
  const isBad = problem !== undefined || isEasilyGuessed(password, username)
  if (isBad) complain(problem ?? GUESSED_PASSWORD)
  return isBad ? null : password
}
