import { StoaError } from '@stoa/client'
import { alertFor } from '@stoa/store'
import { useIntent, useStoa, useViewer } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ConnectedSignInProps } from './connected-sign-in.tsx'

const accountQuestion = lazy(() => import('./account-question.tsx'))

/** Props of `ConnectedLogin`. */
export interface ConnectedLoginProps
  extends Pick<ConnectedSignInProps, 'session' | 'ways' | 'terms' | 'privacy' | 'providers' | 'passkeys' | 'below'> {
  /** Called if the action fails after signing in. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Opens the sign-in dialog whenever an action needs it, and then completes the action, even if signed in through
 * another tab or window. Its code is loaded on first use. Render it once.
 */
export function ConnectedLogin({ onFailure, ...rest }: ConnectedLoginProps) {
  const stoa = useStoa()
  const intent = useIntent()
  const viewer = useViewer()
  const isOtherAccount = intent?.kind === 'other-account'
  const { code: question } = useLazy(accountQuestion, isOtherAccount)
  const [Dialog, setDialog] = useState<ComponentType<ConnectedSignInProps> | null>(null)
  const open = intent?.kind === 'sign-in'
  const onFailureRef = useRef(onFailure)
  useEffect(() => {
    onFailureRef.current = onFailure
  }, [onFailure])

  useEffect(() => {
    if (!open) return
    import('./connected-sign-in.tsx').then(
      ({ ConnectedSignIn }) => setDialog(() => ConnectedSignIn),
      (cause: unknown) => {
        stoa.state.getState().intent?.cancel()
        onFailureRef.current?.(new StoaError('CODE_NOT_LOADED', { message: '', cause }))
      },
    )
  }, [open, stoa])

  const wasVisitor = useRef(viewer === null)
  useEffect(() => {
    if (viewer && wasVisitor.current && open) {
      // From here on errors belong to the action, not to signing in.
      stoa.state
        .getState()
        .intent?.resume()
        .catch((error: unknown) => {
          if (alertFor(error)) onFailureRef.current?.(error)
        })
    }
    wasVisitor.current = viewer === null
  }, [viewer, open, stoa])
  if (isOtherAccount) return question && <question.AccountQuestion onFailure={onFailure} />
  return Dialog && <Dialog {...rest} open={open} onClose={() => intent?.cancel()} />
}
