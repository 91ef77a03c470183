import './wallet.css'
import { AMOUNT_MAX, type EntityType, parseAmount, plainAmount, TIP_PRESETS, type Wallet } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useActions, useStoa, useViewer } from '@stoa/store/react'
import {
  Banner,
  Button,
  Dialog,
  Link,
  LoadFailure,
  RadioGroup,
  Skeleton,
  TextField,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { WALLET_PATH } from '../../paths.ts'
import { PAYMENT_WORDS, useFormAction } from '../../shell/use-form-action.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import { walletMessages } from './messages.ts'
import { forgetPaymentKey, paymentKey } from './payment-key.ts'
import { tipMessages } from './tip-messages.ts'
import { tokenAmount } from './token-amount.ts'

export interface TipDialogProps {
  entityType: EntityType
  /** The tipped post or comment. */
  entityId: string
  tokenName: string
  /** Displayed name of its author. */
  name: string
  onClose: () => void
}

const OTHER = 'other'

/** Asks for the amount of a tip, and pays it. */
export function TipDialog({ entityType, entityId, tokenName, name, onClose }: TipDialogProps) {
  const t = useTranslate(tipMessages)
  const tWallet = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { toasts } = useHostedApp()
  const { call } = useStoa().client
  const { tip } = useActions()
  const viewer = useViewer()
  const attempt = useFormAction(PAYMENT_WORDS)
  const formId = useId()
  const load = useCallback(async () => (await call('walletList', { tokenName })).items[0] ?? null, [call, tokenName])
  const { value: wallet, failed, reload } = useLoaded<Wallet | null>(load)
  const [choice, setChoice] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)

  const credit = Number(wallet?.creditBalance[tokenName] ?? 0)
  const total = Number(wallet?.balance[tokenName] ?? 0) + credit
  const presets = TIP_PRESETS.filter((units) => units <= total)
  const chosen = choice ?? (presets[0] === undefined ? OTHER : String(presets[0]))
  const amountText = chosen === OTHER ? typed : plainAmount(Number(chosen))
  const parsed = parseAmount(amountText, { max: Math.min(total, AMOUNT_MAX) })
  const problem = 'problem' in parsed ? parsed.problem : null
  const units = 'units' in parsed ? parsed.units : 0
  const shown = { amount: tokenAmount(units, locale), token: tokenName, name }
  const has = { amount: tokenAmount(total, locale), credit: tokenAmount(credit, locale), token: tokenName }

  async function send(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problem !== null || attempt.busy) return
    const input = { entityType, entityId, amount: String(units) }
    const idempotencyKey = paymentKey(viewer?.id ?? '', input)
    await attempt.run(async () => {
      let isHeld = false
      try {
        ;({ isHeld } = await tip({ ...input, idempotencyKey }))
      } catch (error) {
        // It was spent elsewhere.
        if (errorDetails(error).code === 'INSUFFICIENT_BALANCE') reload()
        throw error
      }
      forgetPaymentKey()
      toasts.show({ text: t(isHeld ? 'tip.held' : 'tip.done', shown), tone: isHeld ? 'neutral' : 'success' })
      onClose()
    })
  }
  function choose(value: string) {
    attempt.reset()
    setChecked(false)
    setChoice(value)
  }

  const hasKey = credit === 0 ? 'tip.has' : credit === total ? 'tip.has.onlyCredit' : 'tip.has.credit'
  const problemText =
    problem === null ? undefined : problem === 'tooLarge' ? t('tip.tooLarge') : tWallet(`wallet.amount.${problem}`, has)
  const close = () => !attempt.busy && onClose()
  const isReady = wallet !== null && total > 0
  return (
    <Dialog
      open
      title={t('tip.title', { name })}
      onClose={close}
      actions={
        isReady ? (
          <>
            <Button onClick={close} disabled={attempt.busy}>
              {t('tip.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" busy={attempt.busy}>
              {problem === null ? t('tip.send', shown) : t('tip.send.none')}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{t('tip.close')}</Button>
        )
      }
    >
      {failed && wallet === null ? (
        <LoadFailure onRetry={reload}>{t('tip.failed')}</LoadFailure>
      ) : wallet === null ? (
        <Skeleton lines={3} />
      ) : total === 0 ? (
        <p>
          {t('tip.has.nothing', has)} <Link href={WALLET_PATH}>{t('tip.wallet')}</Link>
        </p>
      ) : (
        <form id={formId} className="stoa-wallet-tip" noValidate onSubmit={(event) => void send(event)}>
          {presets.length > 0 && (
            <RadioGroup
              label={t('tip.amount')}
              look="chips"
              options={[
                ...presets.map((value) => ({ value: String(value), label: tokenAmount(value, locale) })),
                { value: OTHER, label: t('tip.other') },
              ]}
              value={chosen}
              onChange={choose}
            />
          )}
          {chosen === OTHER && (
            <TextField
              label={presets.length > 0 ? t('tip.own') : t('tip.amount')}
              value={typed}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              error={isChecked ? problemText : undefined}
              onChange={({ target }) => {
                attempt.reset()
                setTyped(target.value)
              }}
            />
          )}
          <p className="stoa-app-muted">
            {t(hasKey, has)} {t('tip.forGood')}
          </p>
          {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
        </form>
      )}
    </Dialog>
  )
}
