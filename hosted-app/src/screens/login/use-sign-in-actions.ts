import { createSignInActions, type SignInActions, type SignInHost } from '@stoa/login'
import { useHostedApp } from '../../hosted-app.ts'
import { passkeys } from '../../passkeys.ts'
import { providerPath } from '../../paths.ts'

/** All sign-in actions on the forum's own pages. `open` navigates to a provider; default: providers aren't offered. */
export function useSignInActions(about: {
  open?: ((id: string) => Promise<unknown>) | undefined
  onSignedIn?: SignInHost['onSignedIn']
  next?: SignInHost['next']
}): SignInActions {
  const { stoa, session } = useHostedApp()
  const { open, onSignedIn, next } = about
  return createSignInActions({
    stoa,
    // Unused on the server.
    session: session ?? { adopt: () => {} },
    onSignedIn,
    next,
    passkeys,
    providers: open && { open },
  })
}

/** Navigates to a provider in this window; returns only if the reader goes back without having signed in. */
export function leaveForProvider(id: string, next: string): Promise<void> {
  window.location.assign(providerPath(id, next))
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
