import { type ForumSession, readReferral, StoaError } from '@stoa/client'
import type { CallInput, CallOutput, SignedIn } from '@stoa/contract'
import { createSignUp, type Stoa } from '@stoa/store'
import { createPasskeyTurns } from './passkey-requests.ts'
import type { SignInActions } from './sign-in.tsx'

/** The application's part in signing in. */
export interface SignInHost {
  stoa: Stoa
  /** Adopts the new session. */
  session: Pick<ForumSession, 'adopt'>
  /** Path to open after a mailed link. Default: the forum's home. */
  next?: (() => string) | undefined
  /** Awaited after signing in, before the form is enabled again. Default: nothing. */
  onSignedIn?: (() => Promise<unknown>) | undefined
  /** How to ask the device for a passkey. Default: passkeys are not offered. */
  passkeys?: Passkeys | undefined
  /** How to open a provider and return. Default: providers are not offered. */
  providers?:
    | {
        /** Called in the click handler. Resolves after sign-in, or when about to leave the page. */
        open: (id: string) => Promise<unknown>
        /** Navigates there in this window. Default: not offered. */
        leave?: ((id: string) => void) | undefined
      }
    | undefined
}

type RequestOptions = CallOutput<'authPasskeyOptions'>['options']
type Assertion = CallInput<'authPasskeySignIn'>['assertion']

/** How the browser is asked for a passkey. Each rejects with code ABORTED if there is none. */
export interface Passkeys {
  /** Asks the person now. */
  ask: (options: RequestOptions) => Promise<Assertion>
  /** Whether the browser supports passkeys in autofill. */
  canFill: () => Promise<boolean>
  /** Waits until one of those is chosen. The signal cancels it. */
  fill: (options: RequestOptions, signal: AbortSignal) => Promise<Assertion>
}

/** All sign-in actions, with the application's client. */
export function createSignInActions({
  stoa,
  session,
  next,
  onSignedIn,
  passkeys,
  providers,
}: SignInHost): SignInActions {
  const { call } = stoa.client

  async function adopt(response: Promise<SignedIn>) {
    session.adopt(await response)
    await onSignedIn?.()
  }

  // Shared by all these objects, as a page creates one on each render.
  const turns = stoa.singleton(createPasskeyTurns)

  async function proofOf(ask: Passkeys['ask']): Promise<CallInput<'authPasskeySignIn'>> {
    const { options, challenge } = await call('authPasskeyOptions', {})
    return { challenge, assertion: await ask(options) }
  }

  const send = (proof: CallInput<'authPasskeySignIn'>) => adopt(call('authPasskeySignIn', proof))

  async function autofill(signal: AbortSignal) {
    if (!passkeys || !(await passkeys.canFill())) return
    const wait = (until: AbortSignal) => proofOf((options) => passkeys.fill(options, until))
    try {
      await turns.offer(signal, { wait, send })
    } catch (error) {
      // Autofill wasn't used, or its challenge failed to load. The form works as usual.
      if (wasPicked(error)) throw error
    }
  }
  return {
    signIn: (credentials) => adopt(call('authSignIn', credentials)),
    signUp: (account) => adopt(stoa.singleton(createSignUp)(account)),
    confirmAgain: ({ login, password }) => call('authEmailConfirmRequest', { email: login, password }),
    mail: {
      request: (email) => call('authEmailLinkRequest', { email, ...(next && { next: next() }), ...readReferral() }),
      confirm: (proof) => adopt(call('authEmailLinkConfirm', { ...proof, ...readReferral() })),
    },
    requestReset: (email) => call('authPasswordResetRequest', { email }),
    async secondFactor({ challenge, passkeyOptions }, proof) {
      if (!('passkey' in proof)) return adopt(call('authSecondFactor', { challenge, ...proof }))
      if (!passkeys || !passkeyOptions) throw noPasskey()
      const assertion = await passkeys.ask(passkeyOptions)
      return adopt(call('authSecondFactor', { challenge, assertion }))
    },
    ...(passkeys && {
      passkey: { signIn: () => turns.press(async () => send(await proofOf(passkeys.ask))), autofill },
    }),
    ...(providers && { openProvider: providers.open }),
    ...(providers?.leave && { leaveForProvider: providers.leave }),
  }
}

/** A passkey was chosen, and the server refused it or requires more. */
function wasPicked(error: unknown): boolean {
  return error instanceof StoaError && error.code !== 'ABORTED' && error.code !== 'NETWORK' && error.status < 429
}

function noPasskey(): StoaError {
  return new StoaError('ABORTED', { message: 'No passkey can be asked for here.' })
}
