import {
  AMOUNT_MAX,
  CASH_OUT_TEXT_MAX_LENGTH,
  type CallOutput,
  type CashierRequest,
  canCashOut,
  parseAmount,
  textLength,
  type Wallet,
} from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import {
  Badge,
  Banner,
  Button,
  Dialog,
  LoadFailure,
  RelativeTime,
  TextArea,
  TextField,
  useI18n,
  useTranslate,
  Written,
} from '@stoa/ui'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { PagedList } from '../../shell/paged-list.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { PAYMENT_WORDS, useFormAction } from '../../shell/use-form-action.ts'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { cashOutMessages } from './cash-out-messages.ts'
import { forgetPaymentKey, paymentKey } from './payment-key.ts'
import { tokenAmount } from './token-amount.ts'

export interface CashOutProps {
  tokenName: string
  /** The balance, in units. */
  balance: string
  /** Grows with each change of the wallet or queue. */
  version: number
  onChange: (wallet: Wallet) => void
}

/** A partner's cash-outs, and whoever's payments that wait for a cashier. */
export function CashOut({ tokenName, balance, version, onChange }: CashOutProps) {
  const t = useTranslate(cashOutMessages)
  const { call } = useStoa().client
  const viewer = useViewer() ?? null
  const { locale } = useI18n()
  const loadFacts = useCallback(() => call('cashierList', { tokenName, limit: 1 }), [call, tokenName])
  const { value, failed, reload } = useLoaded<CallOutput<'cashierList'>>(loadFacts)
  const load = useCallback(
    (cursor: string | undefined) => call('cashierList', { tokenName, ...(cursor !== undefined && { cursor }) }),
    [call, tokenName],
  )
  const [staleCount, setStaleCount] = useState(0)
  useEffect(() => {
    if (version > 0) reload()
  }, [version, reload])
  const isPartner = canCashOut(viewer, tokenName).allowed
  if (failed && !value) return <LoadFailure onRetry={reload}>{t('cashOut.failed')}</LoadFailure>
  if (!value || (!isPartner && value.items.length === 0)) return null
  return (
    <Section
      id="cash-out"
      title={t(isPartner ? 'cashOut.title' : 'cashOut.held')}
      text={t(isPartner ? 'cashOut.text' : 'cashOut.held.text')}
    >
      {isPartner && Number(balance) < Number(value.minimum) && (
        <p>{t('cashOut.tooLittle', { amount: tokenAmount(value.minimum, locale), token: tokenName })}</p>
      )}
      {isPartner && Number(balance) >= Number(value.minimum) && (
        <RequestForm tokenName={tokenName} balance={balance} minimum={value.minimum} onDone={onChange} />
      )}
      {value.items.length > 0 && (
        <PagedList
          load={load}
          label={t('cashOut.list')}
          failed={t('cashOut.failed')}
          empty={null}
          version={version + staleCount}
        >
          {(request) => (
            <RequestItem
              key={request.id}
              tokenName={tokenName}
              request={request}
              onDone={onChange}
              onStale={() => setStaleCount((count) => count + 1)}
            />
          )}
        </PagedList>
      )}
    </Section>
  )
}

interface RequestFormProps {
  tokenName: string
  balance: string
  minimum: string
  onDone: (wallet: Wallet) => void
}

/** Asks for a cash-out, after a question. */
function RequestForm({ tokenName, balance, minimum, onDone }: RequestFormProps) {
  const t = useTranslate(cashOutMessages)
  const { locale } = useI18n()
  const { toasts } = useHostedApp()
  const { call } = useStoa().client
  const viewer = useViewer()
  const attempt = useFormAction(PAYMENT_WORDS)
  const [typed, setTyped] = useState('')
  const [details, setDetails] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const parsed = parseAmount(typed, { min: Number(minimum), max: Math.min(Number(balance), AMOUNT_MAX) })
  const problem = 'problem' in parsed ? parsed.problem : null
  const units = 'units' in parsed ? parsed.units : 0
  const bound = { amount: tokenAmount(problem === 'tooSmall' ? minimum : balance, locale), token: tokenName }
  const asked = { amount: tokenAmount(units, locale), token: tokenName }

  function ask(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problem === null) setAsking(true)
  }
  async function send() {
    const input = { tokenName, amount: String(units), ...(details.trim() !== '' && { details }) }
    const idempotencyKey = paymentKey(viewer?.id ?? '', input)
    await attempt.run(async () => {
      const { wallet } = await call('cashierRequest', input, { idempotencyKey })
      forgetPaymentKey()
      toasts.show({ text: t('cashOut.done', asked), tone: 'success' })
      setTyped('')
      setChecked(false)
      onDone(wallet)
    })
    setAsking(false)
  }
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    attempt.reset()
    set(event.target.value)
  }
  return (
    <form className="stoa-wallet-send" aria-label={t('cashOut.title')} noValidate onSubmit={ask}>
      <TextField
        label={t('cashOut.amount')}
        hint={t('cashOut.minimum', { amount: tokenAmount(minimum, locale), token: tokenName })}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        error={
          isChecked && problem !== null
            ? t(problem === 'tooSmall' ? 'cashOut.tooSmall' : `wallet.amount.${problem}`, bound)
            : undefined
        }
        onChange={change(setTyped)}
      />
      <TextArea
        label={t('cashOut.details')}
        hint={t('cashOut.details.hint')}
        optional
        value={details}
        length={textLength(details)}
        limit={CASH_OUT_TEXT_MAX_LENGTH}
        onChange={change(setDetails)}
      />
      {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
      <Button type="submit">{t('wallet.send.next')}</Button>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('cashOut.confirm', asked)}
        onClose={() => !attempt.busy && setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)} disabled={attempt.busy}>
              {t('wallet.confirm.cancel')}
            </Button>
            <Button variant="primary" busy={attempt.busy} onClick={() => void send()}>
              {t('cashOut.confirm.submit')}
            </Button>
          </>
        }
      >
        <p>{t('cashOut.confirm.text')}</p>
      </Dialog>
    </form>
  )
}

interface RequestItemProps {
  tokenName: string
  request: CashierRequest
  onDone: (wallet: Wallet) => void
  onStale: () => void
}

const TONES = {
  waiting: 'accent',
  claimed: 'accent',
  paid: 'success',
  refused: 'danger',
  cancelled: 'neutral',
} as const

/** A request of the viewer, which they may take back. */
function RequestItem({ tokenName, request, onDone, onStale }: RequestItemProps) {
  const t = useTranslate(cashOutMessages)
  const { locale } = useI18n()
  const { clock, client } = useStoa()
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const [busy, setBusy] = useState(false)
  const { id: requestId, kind, amount, status, position, at, reason, cancelUntil, receiver, needsTwo } = request
  const { maybePaid = false } = request
  const mayCancel = !maybePaid && position !== null && (cancelUntil === null || cancelUntil > clock())
  async function cancel() {
    setBusy(true)
    try {
      const { wallet } = await client.call('cashierCancel', { requestId })
      toasts.show({ text: t('cashOut.cancelled'), tone: 'success' })
      onDone(wallet)
    } catch (error) {
      alert(error)
      setBusy(false)
      onStale()
    }
  }
  return (
    <li className="stoa-wallet-movement">
      <div>
        <p>
          {t(`cashOut.kind.${kind}`, { name: receiver?.displayName ?? '' })}{' '}
          <Badge tone={TONES[status]}>{t(`cashOut.status.${status}`)}</Badge>
        </p>
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {position !== null && <span>{t('cashOut.position', { position })}</span>}
        </p>
        {position !== null && needsTwo && <p className="stoa-app-muted">{t('cashOut.needsTwo')}</p>}
        {maybePaid && <p className="stoa-app-muted">{t('cashOut.maybePaid')}</p>}
        {reason && <p>{t.rich('cashOut.reason', { reason: <Written>{reason}</Written> })}</p>}
        {mayCancel && (
          <Button busy={busy} onClick={() => void cancel()}>
            {t('cashOut.cancel')}
          </Button>
        )}
      </div>
      <p className="stoa-wallet-amount">
        <span>
          <bdi>{tokenAmount(amount, locale)}</bdi> {tokenName}
        </span>
      </p>
    </li>
  )
}
