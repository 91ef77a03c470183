import { createSignInActions, type SignInActions, type SignInHost } from '@stoa/login'
import { useHostedApp } from '../../hosted-app.ts'
import { passkeys } from '../../passkeys.ts'

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
