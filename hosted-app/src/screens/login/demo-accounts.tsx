import { serverText } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { Avatar, Banner, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import type { DemoSignIn } from '../../hosted-app.ts'
import { demoAccountMessages } from './messages.ts'

export interface DemoAccountsProps {
  /** The demonstration's accounts and password. */
  demo: DemoSignIn
  /** Above the sign-in methods, and shorter. Default false. */
  isFirst?: boolean
  /** Signs in; rejects with the error to show. */
  onSignIn: (credentials: { login: string; password: string }) => Promise<unknown>
}

/** Signs in to a demo account with one press: one account for each role. */
export function DemoAccounts({ demo, isFirst = false, onSignIn }: DemoAccountsProps) {
  const t = useTranslate(demoAccountMessages)
  const { busy, error, run } = useAction()
  const [chosen, setChosen] = useState('')
  return (
    <section className="stoa-app-demo" data-first={isFirst || undefined} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demo.title')}</h2>
      {!isFirst && <p>{t('demo.text')}</p>}
      {error !== null && !busy && <Banner tone="danger">{serverText(error, t)}</Banner>}
      <ul>
        {demo.accounts.map(({ username, name, role, image }) => (
          <li key={username}>
            <button
              type="button"
              className="stoa-app-demo-account"
              aria-busy={(busy && chosen === username) || undefined}
              onClick={() => {
                if (busy) return
                setChosen(username)
                void run(() => onSignIn({ login: username, password: demo.password }))
              }}
            >
              <Avatar name={name} id={username} src={image} size="m" />
              <span className="stoa-app-demo-name">{name}</span>
              <span className="stoa-app-demo-role">{t(`demo.role.${role}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isFirst && <p>{t('demo.password', { password: demo.password })}</p>}
    </section>
  )
}
