import { loadViewer, saveIntent } from '@stoa/store'
import { useIntent, useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import type { ComponentType } from 'react'
import { LoginDialog, type LoginDialogProps } from './sign-in/login-dialog.tsx'
import { openProviderWindow } from './sign-in/provider-window.ts'
import type { SignInActions } from './sign-in/sign-in.tsx'
import { createSignInActions, type SignInHost } from './sign-in/sign-in-actions.ts'
import type { SignInWays } from './sign-in/sign-in-methods.ts'
import { signInReason, signInReasonMessages } from './sign-in-reason.ts'

/** Props of `ConnectedSignIn`. */
export interface ConnectedSignInProps
  extends Pick<LoginDialogProps, 'open' | 'onClose' | 'terms' | 'privacy'>,
    Pick<SignInHost, 'session' | 'passkeys'> {
  /** Addresses for signing in with providers. Default: providers are not offered. */
  providers?: ProviderUrls | undefined
  /** The domain's sign-in methods. Default: only passwords. */
  ways?: SignInWays | undefined
  /** Shown below the first step, such as other accounts. Default: nothing. */
  below?: ComponentType<Pick<SignInActions, 'signIn'>> | undefined
}

/** Addresses that lead to providers and come back. */
export interface ProviderUrls {
  /** Opens a named window. */
  inWindow: (id: string, name: string) => string
  /** For this window, back to this page. */
  here: (id: string) => string
}

const PASSWORD_ALONE: SignInWays = { ids: ['password'] }

/** The sign-in dialog, using the calls of the store's client. */
export function ConnectedSignIn(props: ConnectedSignInProps) {
  const { open, onClose, ways = PASSWORD_ALONE, terms, privacy, session, passkeys, providers, below: Below } = props
  const t = useTranslate(signInReasonMessages)
  const stoa = useStoa()
  const intent = useIntent()
  // The intent continues once the viewer is loaded. If that fails, the form says so.
  const actions = createSignInActions({
    stoa,
    session,
    passkeys,
    onSignedIn: () => loadViewer(stoa),
    next: () => window.location.pathname + window.location.search,
    providers: providers && {
      async open(id) {
        if (stoa.session)
          await openProviderWindow({ urlOf: (name) => providers.inWindow(id, name), session: stoa.session })
        await loadViewer(stoa)
      },
      leave(id) {
        saveIntent(stoa)
        window.location.assign(providers.here(id))
      },
    },
  })
  return (
    <LoginDialog
      open={open}
      onClose={onClose}
      reason={intent ? signInReason(t, intent, stoa.state.getState()) : ''}
      below={Below && <Below signIn={actions.signIn} />}
      ways={ways}
      terms={terms}
      privacy={privacy}
      actions={actions}
    />
  )
}
