import { Dialog } from '@stoa/ui'
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
}

/** Sign-in or sign-up without leaving the page. The email address stays between steps. */
export function LoginDialog({ open, onClose, initialMode = 'signIn', ...rest }: LoginDialogProps) {
  const { title, steps, aside } = useSignInSteps({ ways: rest.ways, step: { name: initialMode } })
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <SignIn {...rest} {...steps} />
      {aside}
    </Dialog>
  )
}
