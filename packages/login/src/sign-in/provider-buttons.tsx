import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { ProviderMark } from './provider-mark.tsx'
import type { Provider } from './sign-in-methods.ts'

/** Props of `ProviderButtons`. */
export interface ProviderButtonsProps {
  /** Providers in order. Those after the fourth are behind "More ways". */
  providers: readonly Provider[]
  /** Called in the click handler, so that a window may open. */
  onProvider: (id: string) => void
  /** Shown first, such as a passkey button. Default: nothing. */
  first?: ReactNode
  /** Provider whose sign-in is in progress. Default: none. */
  busyId?: string | undefined
}

const PROVIDERS_MAX = 4

/** Buttons for sign-in with other services, two in a row. */
export function ProviderButtons({ providers, onProvider, first, busyId }: ProviderButtonsProps) {
  const t = useTranslate(loginMessages)
  const [all, setAll] = useState(false)
  // A button that reveals a single one would take the same space.
  const visibleProviders = all || providers.length <= PROVIDERS_MAX + 1 ? providers : providers.slice(0, PROVIDERS_MAX)
  if (providers.length === 0 && !first) return null
  return (
    <div className="stoa-login-providers">
      {first}
      {visibleProviders.map(({ id, name }) => (
        <Button
          key={id}
          icon={<ProviderMark id={id} name={name} />}
          busy={busyId === id}
          aria-label={t('login.signIn.with', { name })}
          onClick={() => onProvider(id)}
        >
          <span className="stoa-login-provider-name">
            {visibleProviders.length === 1 && !first ? t('login.signIn.with', { name }) : name}
          </span>
        </Button>
      ))}
      {visibleProviders.length < providers.length && (
        <Button variant="quiet" className="stoa-login-more" onClick={() => setAll(true)}>
          {t('login.signIn.more')}
        </Button>
      )}
    </div>
  )
}
