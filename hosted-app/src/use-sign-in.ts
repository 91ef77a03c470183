import type { CallInput } from '@stoa/contract'
import { createSignUp } from '@stoa/store'
import { useHostedApp } from './hosted-app.ts'

/** Signing in and up on the forum's own pages; both reject with the error to explain. */
export function useSignIn() {
  const { stoa, session } = useHostedApp()
  return {
    signIn: async (input: CallInput<'authSignIn'>) => session?.adopt(await stoa.client.call('authSignIn', input)),
    signUp: async (input: CallInput<'authSignUp'>) => session?.adopt(await stoa.part(createSignUp)(input)),
  }
}
