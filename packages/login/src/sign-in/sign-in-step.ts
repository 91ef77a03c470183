import type { CallOutput } from '@stoa/contract'
import { errorDetails } from '@stoa/store'

/** How a second factor can be given. */
export type SecondFactorMethod = 'totp' | 'recovery' | 'passkey'

/** The second factor requested before the session starts. */
export interface SecondFactorRequest {
  /** Identifies the pending sign-in. */
  challenge: string
  methods: readonly SecondFactorMethod[]
  /** The browser's options for a passkey. Default: no passkey can be used. */
  passkeyOptions?: CallOutput<'authPasskeyOptions'>['options'] | undefined
}

/** The current step of signing in. */
export type SignInStep =
  /** `problem`: an earlier error, such as at a provider. */
  | { name: 'signIn'; problem?: { code: string; retryAfterMs?: number } | undefined }
  | { name: 'signUp' }
  | { name: 'mailSent'; email: string }
  | { name: 'forgot' }
  | { name: 'forgotSent'; email: string }
  | { name: 'secondFactor'; request: SecondFactorRequest }

const METHODS: readonly string[] = ['totp', 'recovery', 'passkey']

/** The second factor that an error requires; null for other errors. */
export function secondFactorOf(error: unknown): SecondFactorRequest | null {
  if (errorDetails(error).code !== 'SECOND_FACTOR_REQUIRED') return null
  const { challenge, methods, passkeyOptions } = (error as { details: SecondFactorRequest }).details
  return { challenge, methods: methods.filter(isMethod), passkeyOptions }
}

/** The same from the fragment of an address: `#secondFactor=…&methods=totp,recovery`; null if there is none. */
export function secondFactorOfHash(hash: string): SecondFactorRequest | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const challenge = fields.get('secondFactor')
  if (!challenge) return null
  const methods = (fields.get('methods') ?? '').split(/[ ,]/).filter(isMethod)
  // A URL is too short for a passkey request.
  const usable = methods.filter((method) => method !== 'passkey')
  return { challenge, methods: usable.length > 0 ? usable : ['totp', 'recovery'] }
}

function isMethod(method: string): method is SecondFactorMethod {
  return METHODS.includes(method)
}
