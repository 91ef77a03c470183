import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { loginMessages } from './messages.ts'
import { ProviderMark } from './provider-mark.tsx'
import type { Provider } from './sign-in-ways.ts'

/** Props of `ProviderButtons`. */
export interface ProviderButtonsProps {
  /** Who is offered, in this order; more than four are behind "More ways". */
  providers: readonly Provider[]
  /** Begins at that provider. Called in the press itself, so that a window may open. */
  onProvider: (id: string) => void
  /** What stands first among them, such as a passkey's button. Default: nothing. */
  first?: ReactNode
  /** Whose sign-in is running. Default: nobody's. */
  busyId?: string | undefined
}

const SHOWN = 4

/** Ways in by somebody else who vouches, two in a row, so that they stay an offer beside the form and no wall. */
export function ProviderButtons({ providers, onProvider, first, busyId }: ProviderButtonsProps) {
  const t = useTranslate(loginMessages)
  const [all, setAll] = useState(false)
  // One alone behind a button would cost what it saves.
  const shown = all || providers.length <= SHOWN + 1 ? providers : providers.slice(0, SHOWN)
  if (providers.length === 0 && !first) return null
  return (
    <div className="stoa-login-providers">
      {first}
      {shown.map(({ id, name }) => (
        <Button
          key={id}
          icon={<ProviderMark id={id} name={name} />}
          busy={busyId === id}
          aria-label={t('login.signIn.with', { name })}
          onClick={() => onProvider(id)}
        >
          <span className="stoa-login-provider-name">
            {shown.length === 1 && !first ? t('login.signIn.with', { name }) : name}
          </span>
        </Button>
      ))}
      {shown.length < providers.length && (
        <Button variant="quiet" className="stoa-login-more" onClick={() => setAll(true)}>
          {t('login.signIn.more')}
        </Button>
      )}
    </div>
  )
}
