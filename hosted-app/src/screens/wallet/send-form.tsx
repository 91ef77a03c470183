import { AMOUNT_MAX, parseAmount, type Wallet } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, Dialog, TextField, useI18n, useTranslate } from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { PAYMENT_WORDS, useFormAction } from '../../shell/use-form-action.ts'
import { walletMessages } from './messages.ts'
import { forgetPaymentKey, paymentKey } from './payment-key.ts'
import { tokenAmount } from './token-amount.ts'

export interface SendFormProps {
  tokenName: string
  /** The balance, in units. */
  balance: string
  onSent: (wallet: Wallet) => void
}

/** Sends balance to a member by name, after a question. */
export function SendForm({ tokenName, balance, onSent }: SendFormProps) {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { toasts } = useHostedApp()
  const { call } = useStoa().client
  const viewer = useViewer()
  const attempt = useFormAction(PAYMENT_WORDS)
  const [receiver, setReceiver] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const name = receiver.trim().replace(/^@/, '')
  const parsed = parseAmount(typed, { max: Math.min(Number(balance), AMOUNT_MAX) })
  const problem = 'problem' in parsed ? parsed.problem : null
  const units = 'units' in parsed ? parsed.units : 0
  const has = { amount: tokenAmount(balance, locale), token: tokenName }
  const sent = { amount: tokenAmount(units, locale), token: tokenName, name }

  function ask(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (name !== '' && problem === null) setAsking(true)
  }
  async function send() {
    const input = { receiverName: name, tokenName, amount: String(units) }
    const idempotencyKey = paymentKey(viewer?.id ?? '', input)
    await attempt.run(async () => {
      const { wallet, receiver: person, isHeld = false } = await call('walletTransfer', input, { idempotencyKey })
      forgetPaymentKey()
      const done = isHeld ? 'wallet.send.held' : 'wallet.send.done'
      toasts.show({ text: t(done, { ...sent, name: person.displayName }), tone: isHeld ? 'neutral' : 'success' })
      setReceiver('')
      setTyped('')
      setChecked(false)
      onSent(wallet)
    })
    setAsking(false)
  }
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    attempt.reset()
    set(event.target.value)
  }
  return (
    <form className="stoa-wallet-send" aria-label={t('wallet.send')} noValidate onSubmit={ask}>
      <TextField
        label={t('wallet.send.receiver')}
        value={receiver}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={21}
        error={isChecked && name === '' ? t('wallet.receiver.missing') : undefined}
        onChange={change(setReceiver)}
      />
      <TextField
        label={t('wallet.send.amount')}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        error={isChecked && problem !== null ? t(`wallet.amount.${problem}`, has) : undefined}
        onChange={change(setTyped)}
      />
      {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
      <Button type="submit">{t('wallet.send.next')}</Button>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('wallet.confirm', sent)}
        onClose={() => !attempt.busy && setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)} disabled={attempt.busy}>
              {t('wallet.confirm.cancel')}
            </Button>
            <Button variant="primary" busy={attempt.busy} onClick={() => void send()}>
              {t('wallet.confirm.send')}
            </Button>
          </>
        }
      >
        <p>{t('wallet.confirm.text')}</p>
      </Dialog>
    </form>
  )
}
