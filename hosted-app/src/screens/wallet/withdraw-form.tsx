import { AMOUNT_MAX, type CallOutput, parseAmount } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, Dialog, TextField, useI18n, useTranslate } from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { PAYMENT_WORDS, useFormAction } from '../../shell/use-form-action.ts'
import { useConfirmation } from '../settings/security/use-confirmation.ts'
import { walletMessages } from './messages.ts'
import { forgetPaymentKey, paymentKey } from './payment-key.ts'
import { tokenAmount } from './token-amount.ts'
import { withdrawMessages } from './withdraw-messages.ts'

const ADDRESS = /^0x[\da-fA-F]{40}$/

export interface WithdrawFormProps {
  tokenName: string
  /** The balance, in units. */
  balance: string
  /** The smallest withdrawal, in units. 0: any amount. */
  minimum: string
  onDone: (withdrawal: CallOutput<'withdraw'>) => void
}

/** Sends balance to an address on the chain, after a question and with a recent proof of identity. */
export function WithdrawForm({ tokenName, balance, minimum, onDone }: WithdrawFormProps) {
  const t = useTranslate(withdrawMessages)
  const tWallet = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { toasts } = useHostedApp()
  const { call } = useStoa().client
  const viewer = useViewer()
  const attempt = useFormAction(PAYMENT_WORDS)
  const { confirmed, dialog } = useConfirmation()
  const [typedAddress, setAddress] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const address = typedAddress.trim()
  const isAddress = ADDRESS.test(address)
  const parsed = parseAmount(typed, {
    ...{ min: Math.max(1, Number(minimum)), max: Math.min(Number(balance), AMOUNT_MAX) },
  })
  const problem = 'problem' in parsed ? parsed.problem : null
  const units = 'units' in parsed ? parsed.units : 0

  const hasMinimum = minimum !== '0'
  const least = { amount: tokenAmount(minimum, locale), token: tokenName }

  function problemText(): string | undefined {
    if (!isChecked || problem === null) return undefined
    if (problem === 'tooSmall' && hasMinimum) return t('wallet.withdraw.tooSmall', least)
    return tWallet(`wallet.amount.${problem}`, { amount: tokenAmount(balance, locale), token: tokenName })
  }
  function ask(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (isAddress && problem === null) setAsking(true)
  }
  async function send() {
    const input = { tokenName, amount: String(units), address }
    const idempotencyKey = paymentKey(viewer?.id ?? '', input)
    await attempt.run(async () => {
      const withdrawal = await confirmed(() => call('withdraw', input, { idempotencyKey }))
      forgetPaymentKey()
      toasts.show({ text: t('wallet.withdraw.done'), tone: 'success' })
      setAddress('')
      setTyped('')
      setChecked(false)
      onDone(withdrawal)
    })
    setAsking(false)
  }
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    attempt.reset()
    set(event.target.value)
  }
  return (
    <>
      <form className="stoa-wallet-send" aria-label={t('wallet.withdraw')} noValidate onSubmit={ask}>
        <TextField
          label={t('wallet.withdraw.address')}
          className="stoa-wallet-target"
          value={typedAddress}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={44}
          error={isChecked && !isAddress ? t('wallet.withdraw.address.wrong') : undefined}
          onChange={change(setAddress)}
        />
        <TextField
          label={t('wallet.withdraw.amount')}
          hint={hasMinimum ? t('wallet.withdraw.minimum', least) : undefined}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          error={problemText()}
          onChange={change(setTyped)}
        />
        {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
        <Button type="submit">{t('wallet.withdraw.next')}</Button>
        <Dialog
          open={isAsking}
          kind="alert"
          title={t('wallet.withdraw.confirm', { amount: tokenAmount(units, locale), token: tokenName })}
          onClose={() => !attempt.busy && setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)} disabled={attempt.busy}>
                {t('wallet.withdraw.cancel')}
              </Button>
              <Button variant="primary" busy={attempt.busy} onClick={() => void send()}>
                {t('wallet.withdraw.confirm.send')}
              </Button>
            </>
          }
        >
          <p className="stoa-wallet-address">
            <code dir="ltr">{address}</code>
          </p>
          <p>{t('wallet.withdraw.confirm.text')}</p>
        </Dialog>
      </form>
      {dialog}
    </>
  )
}
