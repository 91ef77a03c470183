import type { SignInActions } from '../sign-in/sign-in.tsx'

/** All sign-in actions, for stories and tests. Each succeeds unless replaced. */
export function exampleActions(over: Partial<SignInActions> = {}): SignInActions {
  const done = () => Promise.resolve()
  return {
    signIn: done,
    signUp: done,
    mail: { request: done, confirm: done },
    requestReset: done,
    openProvider: done,
    secondFactor: done,
    passkey: { signIn: done },
    ...over,
  }
}
