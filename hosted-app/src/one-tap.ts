import { pageStorage, readReferral, StoaError } from '@stoa/client'
import { secondFactorOf } from '@stoa/login'
import type { HostedApp } from './hosted-app.ts'
import { loginPath } from './paths.ts'

/** Google's configuration for FedCM, where the browser itself shows the prompt, without Google's scripts. */
const GOOGLE = 'https://accounts.google.com/gsi/fedcm.json'
const ASKED_KEY = 'stoa.one-tap'

/**
 * Offers a visitor one-tap sign-in with the Google account known to the browser, once per tab. Returns the path to
 * continue at if another step is needed, else null. Errors are ignored.
 */
export async function askOneTap({ stoa, session, config }: HostedApp, signal: AbortSignal): Promise<string | null> {
  if (!config.oneTapClientId || !session || !('IdentityCredential' in window) || !isFirstTime()) return null
  const credential = await askBrowser(stoa, signal).catch(() => null)
  if (credential === null || signal.aborted) return null
  const here = window.location.pathname + window.location.search
  try {
    session.adopt(await stoa.client.call('authOneTap', { credential, ...readReferral() }))
    return null
  } catch (error) {
    const request = secondFactorOf(error)
    if (request) return `${loginPath(here)}#secondFactor=${request.challenge}&methods=${request.methods.join()}`
    return error instanceof StoaError ? `${loginPath(here)}&error=${error.code}` : null
  }
}

/** Null if the person declines, or the browser knows no account. */
async function askBrowser({ client }: HostedApp['stoa'], signal: AbortSignal): Promise<string | null> {
  const { nonce, clientId } = await client.call('authOneTapNonce', {})
  // Older and newer browsers read the nonce from different places.
  const provider = { configURL: GOOGLE, clientId, nonce, params: { nonce } }
  const options = { identity: { context: 'signin', providers: [provider] }, mediation: 'optional', signal }
  const credential = await navigator.credentials.get(options as CredentialRequestOptions)
  const { token } = (credential ?? {}) as { token?: unknown }
  return typeof token === 'string' ? token : null
}

function isFirstTime(): boolean {
  const storage = pageStorage('session')
  if (storage.getItem(ASKED_KEY)) return false
  storage.setItem(ASKED_KEY, '1')
  // Without storage it would be offered on every page.
  return storage.getItem(ASKED_KEY) !== null
}
