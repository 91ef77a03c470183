import { createSignInActions, type SignInActions, type SignInHost } from '@stoa/login'
import { useHostedApp } from '../../hosted-app.ts'
import { passkeys } from '../../passkeys.ts'

/** Every way in, on the forum's own pages. `open` gets to a provider; default: providers are not offered. */
export function useSignInActions(about: {
  open?: ((id: string) => Promise<unknown>) | undefined
  onSignedIn?: SignInHost['onSignedIn']
  next?: SignInHost['next']
}): SignInActions {
  const { stoa, session } = useHostedApp()
  const { open, onSignedIn, next } = about
  return createSignInActions({
    stoa,
    // On the server nobody presses anything.
    session: session ?? { adopt: () => {} },
    onSignedIn,
    next,
    passkeys,
    providers: open && { open },
  })
}
