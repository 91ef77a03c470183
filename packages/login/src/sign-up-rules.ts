import { EMAIL, EMAIL_MAX_LENGTH, isEasilyGuessed, PASSWORD, RESERVED_USERNAMES, USERNAME } from '@stoa/contract'
import type { loginMessages } from './messages.ts'

/** Fields of the sign-up form. */
export interface SignUpValues {
  username: string
  email: string
  password: string
  confirm: string
}

/** Errors by field, as message keys. */
export type SignUpErrors = { [Field in keyof SignUpValues]?: keyof typeof loginMessages }

/** Validates all fields by the server's rules. */
export function checkSignUp({ username, email, password, confirm }: SignUpValues): SignUpErrors {
  const errors: SignUpErrors = {}
  if (!USERNAME.test(username)) errors.username = 'login.error.username'
  else if (RESERVED_USERNAMES.has(username.toLowerCase())) errors.username = 'login.error.usernameReserved'
  if (email.length > EMAIL_MAX_LENGTH || !EMAIL.test(email)) errors.email = 'login.error.email'
  if (!PASSWORD.test(password)) errors.password = 'login.error.password'
  else if (isEasilyGuessed(password, username)) errors.password = 'login.error.guessed'
  if (confirm !== password) errors.confirm = 'login.error.confirm'
  return errors
}
