import type { SignInActions } from '../sign-in/sign-in.tsx'

/** All sign-in actions, for stories and tests. Each succeeds unless replaced. */
export function exampleActions(over: Partial<SignInActions> = {}): SignInActions {
  const succeed = () => Promise.resolve()
  return {
    signIn: succeed,
    confirmAgain: succeed,
    signUp: succeed,
    mail: { request: succeed, confirm: succeed },
    requestReset: succeed,
    openProvider: succeed,
    secondFactor: succeed,
    passkey: { signIn: succeed },
    ...over,
  }
}
