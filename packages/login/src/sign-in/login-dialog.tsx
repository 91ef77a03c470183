import { Dialog } from '@stoa/ui'
import type { ReactNode } from 'react'
import { SignIn, type SignInProps } from './sign-in.tsx'
import { useSignInSteps } from './use-sign-in-steps.tsx'

/** Props of `LoginDialog`. */
export interface LoginDialogProps extends Pick<SignInProps, 'ways' | 'actions' | 'terms' | 'privacy'> {
  /** Whether it is open. Typed names stay while it is closed. */
  open: boolean
  /** Called when the person closes it. */
  onClose: () => void
  /** Initial form. Default `signIn`. */
  initialMode?: 'signIn' | 'signUp' | undefined
  /** What signing in is for, as the heading. Default: just “Sign in”. */
  reason?: string | undefined
  /** Shown below the first step. Default: nothing. */
  below?: ReactNode
}

/** Sign-in or sign-up without leaving the page. The email address stays between steps. */
export function LoginDialog({ open, onClose, initialMode = 'signIn', reason, below, ...rest }: LoginDialogProps) {
  const { title, steps, aside } = useSignInSteps({ ways: rest.ways, step: { name: initialMode } })
  return (
    <Dialog open={open} onClose={onClose} title={(steps.step.name === 'signIn' && reason) || title}>
      <SignIn {...rest} {...steps} />
      {aside}
      {steps.step.name === 'signIn' && below}
    </Dialog>
  )
}
