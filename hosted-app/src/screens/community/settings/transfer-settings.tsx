import '../../settings/settings.css'
import { type CallOutput, canTransferOwnership, communityPath } from '@stoa/contract'
import { errorDetails, loadViewer } from '@stoa/store'
import { useAction, useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, ButtonLink, EmptyState, Skeleton, TextField, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useConfirmation } from '../../settings/security/use-confirmation.ts'
import { Section, SettingsForm } from '../../settings/settings-section.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { transferMessages } from './messages.ts'

type Transfer = CallOutput<'communityTransfer'>['transfer']
/** `undefined` until known. */
type LoadedTransfer = Transfer | null | undefined

/** Polling interval once a transfer is due. */
const LOOK_AGAIN_MS = 2000

/** Replaces the settings after a transfer. */
export function TransferDone({ tokenName }: { tokenName: string }) {
  const t = useTranslate(transferMessages)
  const home = communityPath(useCommunity(tokenName) ?? tokenName)
  const action = (
    <ButtonLink variant="primary" href={home}>
      {t('transfer.done.action')}
    </ButtonLink>
  )
  return (
    <EmptyState title={t('transfer.done')} action={action}>
      {t('transfer.done.text')}
    </EmptyState>
  )
}

/** `admin-settings/transfer`: transfers a community permanently. */
export function TransferSettings({ tokenName }: { tokenName: string }) {
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  return canTransferOwnership(viewer, tokenName, clock()).allowed ? (
    <OwnersTransfer tokenName={tokenName} />
  ) : (
    <NotAllowed tokenName={tokenName} what="section" />
  )
}

function OwnersTransfer({ tokenName }: { tokenName: string }) {
  const t = useTranslate(transferMessages)
  const stoa = useStoa()
  const { call } = stoa.client
  const [transfer, setTransfer] = useState<LoadedTransfer>()
  const look = useCallback(
    () =>
      call('communityTransferGet', { tokenName }).then(
        (response) => setTransfer(response.transfer),
        (error) => {
          if (errorDetails(error).code !== 'FORBIDDEN') return setTransfer((current) => current ?? null)
          void loadViewer(stoa, { force: true, withFacts: false }).catch(() => {})
        },
      ),
    [call, stoa, tokenName],
  )
  useEffect(() => void look(), [look])
  if (transfer === undefined) return <Skeleton lines={6} />
  return (
    <Section isDanger id="transfer" title={t('transfer.title')} text={t('transfer.text')}>
      {transfer ? (
        <Pending tokenName={tokenName} transfer={transfer} onDue={look} onCancel={() => setTransfer(null)} />
      ) : (
        <TransferForm
          tokenName={tokenName}
          onTransfer={(begun) => {
            setTransfer(begun)
            document.getElementById('transfer')?.focus()
          }}
        />
      )}
    </Section>
  )
}

/** The new owner, the remaining time, and a button to cancel. */
function Pending(props: {
  tokenName: string
  transfer: Transfer
  onDue: () => Promise<unknown>
  onCancel: () => void
}) {
  const { tokenName, transfer, onDue, onCancel } = props
  const t = useTranslate(transferMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const { locale } = useI18n()
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.ceil((transfer.executesAt - now) / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const isDue = secondsLeft <= 0
  useEffect(() => {
    if (!isDue) return
    const timer = setInterval(() => void onDue(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isDue, onDue])
  async function cancel() {
    await call('communityTransferCancel', { tokenName })
    toasts.show({ text: t('transfer.cancelled'), tone: 'success' })
    onCancel()
  }
  return (
    <Banner tone="warning" title={t('transfer.pending', { name: transfer.newOwner.displayName })}>
      {/* Its seconds are not announced one by one. */}
      <p role="timer">
        {isDue ? t('transfer.pending.soon') : t('transfer.pending.time', { time: duration(secondsLeft, locale) })}
      </p>
      <p>{t('transfer.stop')}</p>
      <Button size="s" busy={busy} onClick={() => void run(() => cancel().catch(alert))}>
        {t('transfer.cancel')}
      </Button>
    </Banner>
  )
}

/** For example "2 min 5 sec". */
function duration(seconds: number, locale: string): string {
  const part = (value: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? part(seconds, 'second') : `${part(minutes, 'minute')} ${part(seconds % 60, 'second')}`
}

function TransferForm({ tokenName, onTransfer }: { tokenName: string; onTransfer: (transfer: Transfer) => void }) {
  const t = useTranslate(transferMessages)
  const { call } = useStoa().client
  const { confirmed, dialog } = useConfirmation()
  const attempt = useFormAction()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const username = name.trim().replace(/^@/, '')
  const isRight = typed.trim().toUpperCase() === tokenName
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

  function send() {
    setTried(true)
    if (username === '') return focus('newOwner')
    if (!isRight) return focus('confirm')
    void attempt.run(async () => {
      const { user } = await call('userGet', { idOrSlug: username })
      const input = { tokenName, newOwnerId: user.id, confirm: tokenName }
      onTransfer((await confirmed(() => call('communityTransfer', input))).transfer)
    })
  }
  const isUnknown = attempt.code === 'USER_NOT_FOUND'
  const personProblem =
    hasTried && username === '' ? t('transfer.person.missing') : isUnknown ? t('transfer.person.unknown') : undefined
  return (
    <div ref={form}>
      <SettingsForm
        label={t('transfer.title')}
        attempt={isUnknown ? { ...attempt, problem: '' } : attempt}
        submit={t('transfer.submit')}
        saved=""
        isDanger
        onSubmit={send}
      >
        <Banner tone="warning">{t('transfer.warning')}</Banner>
        <TextField
          name="newOwner"
          label={t('transfer.person')}
          hint={t('transfer.person.hint')}
          error={personProblem}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            attempt.reset()
          }}
        />
        <TextField
          name="confirm"
          label={t('transfer.confirm', { name: tokenName })}
          error={hasTried && !isRight ? t('transfer.confirm.wrong') : undefined}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </SettingsForm>
      {dialog}
    </div>
  )
}
