import { GUESSED_PASSWORD, isEasilyGuessed, PASSWORD } from '../account-rules.ts'
import { PASSWORD_MAX_LENGTH } from '../limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { string } from './scalars.ts'

/** A new password. */
export const newPassword = string(PASSWORD_MAX_LENGTH)
  .regex(PASSWORD, 'Use at least 8 characters with upper and lower case, a digit and one of @$!%*#?&^_-')
  .refine((password) => !isCommonPassword(password) && !isEasilyGuessed(password), GUESSED_PASSWORD)
