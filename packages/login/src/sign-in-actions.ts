import type { ForumSession } from '@stoa/client'
import type { SignedIn } from '@stoa/contract'
import { createSignUp, type Stoa } from '@stoa/store'
import type { SignInActions } from './sign-in.tsx'

/** What signing in needs of the application around it. */
export interface SignInHost {
  stoa: Stoa
  /** Takes the new session. */
  session: Pick<ForumSession, 'adopt'>
  /** Path that a mailed link comes to after signing in. Default: the forum's home. */
  next?: (() => string) | undefined
  /** Done when somebody is signed in, before the form is free again. Default: nothing. */
  onSignedIn?: (() => Promise<unknown>) | undefined
  /** How to get to a provider and back. Default: providers are not offered. */
  providers?:
    | {
        /** Called in the press itself; done when somebody is signed in, or about to leave the page. */
        open: (id: string) => Promise<unknown>
        /** Goes there in this window. Default: that is not offered. */
        leave?: ((id: string) => void) | undefined
      }
    | undefined
}

/** Every way in, on the calls of the application's client. */
export function createSignInActions({ stoa, session, next, onSignedIn, providers }: SignInHost): SignInActions {
  const { call } = stoa.client

  async function adopt(answer: Promise<SignedIn>) {
    session.adopt(await answer)
    await onSignedIn?.()
  }
  return {
    signIn: (credentials) => adopt(call('authSignIn', credentials)),
    signUp: (account) => adopt(stoa.part(createSignUp)(account)),
    mail: {
      request: (email) => call('authEmailLinkRequest', { email, ...(next && { next: next() }) }),
      confirm: (proof) => adopt(call('authEmailLinkConfirm', proof)),
    },
    requestReset: (email) => call('authPasswordResetRequest', { email }),
    ...(providers && { openProvider: providers.open }),
    ...(providers?.leave && { leaveForProvider: providers.leave }),
  }
}
