import { loadViewer } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { LoginDialog, type LoginDialogProps } from './login-dialog.tsx'
import { createSignInActions, type SignInHost } from './sign-in-actions.ts'
import type { SignInWays } from './sign-in-ways.ts'

/** Props of `ConnectedSignIn`. */
export interface ConnectedSignInProps
  extends Pick<LoginDialogProps, 'open' | 'onClose' | 'terms' | 'privacy'>,
    Omit<SignInHost, 'stoa' | 'onSignedIn'> {
  /** What the domain offers. Default: passwords alone. */
  ways?: SignInWays | undefined
}

const PASSWORD_ALONE: SignInWays = { ids: ['password'] }

/** The sign-in dialog on the calls of the store's client. */
export function ConnectedSignIn(props: ConnectedSignInProps) {
  const { open, onClose, ways = PASSWORD_ALONE, terms, privacy, ...host } = props
  const stoa = useStoa()
  // Whoever asked goes on as soon as it is known who it is; when that can't be found out, the form says so.
  const actions = createSignInActions({ ...host, stoa, onSignedIn: () => loadViewer(stoa) })
  return <LoginDialog {...{ open, onClose, ways, terms, privacy, actions }} />
}
