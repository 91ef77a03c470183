import { readReferral, StoaError } from '@stoa/client'
import { secondFactorOf } from '@stoa/login'
import type { HostedApp } from './hosted-app.ts'
import { loginPath } from './paths.ts'

/** Where browsers read how Google vouches for people (FedCM): the browser asks itself, no script of Google's runs here. */
const GOOGLE = 'https://accounts.google.com/gsi/fedcm.json'
const ASKED_KEY = 'stoa.one-tap'

/**
 * Offers a visitor to sign in by one tap with the Google account that the browser knows, once in a tab. Answers where to
 * go on, where that takes another step; null when there is none. Whatever fails, the page is as it was.
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

/** Null when the person does not want to, or the browser knows no account. */
async function askBrowser({ client }: HostedApp['stoa'], signal: AbortSignal): Promise<string | null> {
  const { nonce, clientId } = await client.call('authOneTapNonce', {})
  // Browsers read the nonce here or there, by their age.
  const provider = { configURL: GOOGLE, clientId, nonce, params: { nonce } }
  const options = { identity: { context: 'signin', providers: [provider] }, mediation: 'optional', signal }
  const answer = await navigator.credentials.get(options as CredentialRequestOptions)
  const { token } = (answer ?? {}) as { token?: unknown }
  return typeof token === 'string' ? token : null
}

function isFirstTime(): boolean {
  try {
    if (window.sessionStorage.getItem(ASKED_KEY)) return false
    window.sessionStorage.setItem(ASKED_KEY, '1')
    return true
  } catch {
    // Where nothing can be kept, it would be asked on every page.
    return false
  }
}
