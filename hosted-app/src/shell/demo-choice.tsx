import { Button, lazy, useLazy, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import type { DemoAccountsProps } from '../screens/login/demo-accounts.tsx'

/** English text of the button in the sign-in dialog that shows the demonstration's accounts. */
const demoChoiceMessages = { 'demo.continue': 'Continue as a demo member' } as const

const demoAccounts = lazy(async () => (await import('../screens/login/demo-accounts.tsx')).DemoAccounts)

/** The demonstration's accounts in the sign-in dialog, on request. */
export function DemoChoice({ signIn }: { signIn: DemoAccountsProps['onSignIn'] }) {
  const { demo } = useHostedApp().config
  const t = useTranslate(demoChoiceMessages)
  const [isOpen, setOpen] = useState(false)
  const { code: Accounts, failures, busy, retry } = useLazy(demoAccounts, isOpen)
  const root = useRef<HTMLDivElement>(null)
  const isShown = isOpen && demo !== undefined && Accounts !== undefined
  useEffect(() => {
    // The pressed button is gone.
    if (isShown) root.current?.querySelector('button')?.focus()
  }, [isShown])
  return (
    <div ref={root} className="stoa-app-demo-choice">
      {isShown ? (
        <Accounts demo={demo} onSignIn={signIn} />
      ) : (
        <Button busy={isOpen && (failures === 0 || busy)} onClick={() => (failures > 0 ? retry() : setOpen(true))}>
          {t('demo.continue')}
        </Button>
      )}
    </div>
  )
}
