import { randomId } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, RelativeTime, translatable, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { CopyButton } from '../settings/security/copy-button.tsx'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { depositMessages } from './deposit-messages.ts'
import { tokenAmount } from './token-amount.ts'
import { useLooks } from './use-looks.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { withdrawMessages } from './withdraw-messages.ts'

type OnChain = CallOutput<'walletChain'>

/** Between looks at deposits that aren't credited yet. */
const LOOK_MS = 5000

export interface ChainPartProps {
  tokenName: string
  /** The balance, in units. */
  balance: string
  /** Banned members withdraw, but deposit nothing. */
  isBanned: boolean
  /** The server has booked something. */
  onBooked: () => void
}

/** Deposits and withdrawals. Nothing where the token is on no chain. */
export function ChainPart({ tokenName, balance, isBanned, onBooked }: ChainPartProps) {
  const t = useTranslate(depositMessages)
  const tWithdraw = useTranslate(withdrawMessages)
  const { locale } = useI18n()
  const alert = useErrorToast()
  const { call } = useStoa().client
  const load = useCallback(() => call('walletChain', { tokenName }), [call, tokenName])
  const { value, reload } = useLoaded<OnChain>(load)
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(randomId)
  const address = value?.address ?? null
  const isWaiting =
    value?.deposits.some(({ state }) => state === 'pending') ||
    value?.withdrawals.some(({ state }) => state === 'waiting' || state === 'sent') ||
    false
  useLooks(reload, address === null ? null : isWaiting ? LOOK_MS : LOOK_MS * 3)
  const booked =
    value &&
    [
      ...value.deposits.flatMap(({ id, state }) => (state === 'credited' ? [id] : [])),
      ...value.withdrawals.flatMap(({ id, state }) => (state === 'failed' ? [id, 'failed'] : [id])),
    ].join()
  const former = useRef<string | null>(null)
  useEffect(() => {
    if (former.current !== null && booked !== null && former.current !== booked) onBooked()
    former.current = booked
  }, [booked, onBooked])
  if (!value?.chain) return null

  const show = () => {
    setBusy(true)
    call('depositAddress', { tokenName }, { idempotencyKey: key })
      .then(reload, alert)
      .finally(() => setBusy(false))
  }
  const deposit = (
    <Section id="deposit" title={t('wallet.deposit')} text={t('wallet.deposit.text', { token: tokenName })}>
      {value.chain.isLocal && <Banner tone="warning">{t('wallet.deposit.local')}</Banner>}
      {address === null ? (
        <div>
          <Button busy={isBusy} onClick={show}>
            {t('wallet.deposit.show')}
          </Button>
        </div>
      ) : (
        <Address chain={value.chain} address={address} />
      )}
      {value.deposits.length > 0 && <Deposits deposits={value.deposits} confirmations={value.chain.confirmations} />}
    </Section>
  )
  const { minimum } = value.chain
  const isEnough = Number(balance) >= Number(minimum)
  const isWithdrawing = value.chain.contract !== null && (balance !== '0' || value.withdrawals.length > 0)
  return (
    <>
      {!isBanned && deposit}
      {isWithdrawing && (
        <Section id="withdraw" title={tWithdraw('wallet.withdraw')} text={tWithdraw('wallet.withdraw.text')}>
          {balance !== '0' && isEnough && (
            <WithdrawForm tokenName={tokenName} balance={balance} minimum={minimum} onDone={reload} />
          )}
          {balance !== '0' && !isEnough && (
            <p>{tWithdraw('wallet.withdraw.tooLittle', { amount: tokenAmount(minimum, locale), token: tokenName })}</p>
          )}
          {value.withdrawals.length > 0 && <Withdrawals withdrawals={value.withdrawals} />}
        </Section>
      )}
    </>
  )
}

function Address({ chain, address }: { chain: NonNullable<OnChain['chain']>; address: string }) {
  const t = useTranslate(depositMessages)
  const { chainId, contract, confirmations } = chain
  return (
    <>
      <dl className="stoa-wallet-address">
        <dt>{t('wallet.deposit.address')}</dt>
        <dd>
          <code dir="ltr">{address}</code>
          <CopyButton text={address} label={t('wallet.deposit.copy')} />
        </dd>
        <dt>{t('wallet.deposit.chain')}</dt>
        <dd>
          <code dir="ltr">{chainId}</code>
        </dd>
        <dt>{t('wallet.deposit.contract')}</dt>
        <dd>
          <code dir="ltr">{contract}</code>
        </dd>
      </dl>
      <p className="stoa-app-muted">{t('wallet.deposit.rules', { count: confirmations })}</p>
    </>
  )
}

function Deposits({ deposits, confirmations }: { deposits: OnChain['deposits']; confirmations: number }) {
  const t = useTranslate(depositMessages)
  const id = useId()
  return (
    <div>
      <h3 id={id}>{t('wallet.deposit.newest')}</h3>
      <ul className="stoa-app-list" aria-labelledby={id}>
        {deposits.map(({ id: key, state, at, amount, confirmations: count }) => (
          <Row key={key} at={at} amount={amount} isIn={state === 'credited'}>
            {state === 'pending'
              ? t('wallet.deposit.pending', { count: Math.min(count, confirmations), all: confirmations })
              : t(`wallet.deposit.${state}`)}
          </Row>
        ))}
      </ul>
    </div>
  )
}

function Withdrawals({ withdrawals }: { withdrawals: OnChain['withdrawals'] }) {
  const t = useTranslate(withdrawMessages)
  const id = useId()
  return (
    <div>
      <h3 id={id}>{t('wallet.withdraw.newest')}</h3>
      <ul className="stoa-app-list" aria-labelledby={id}>
        {withdrawals.map(({ id: key, state, at, amount, address }) => (
          <Row key={key} at={at} amount={`-${amount}`} address={address}>
            {t(state === 'done' ? 'wallet.withdraw.ended' : `wallet.withdraw.${state}`)}
          </Row>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  at: number
  /** In units. */
  amount: string
  /** It is in the wallet. */
  isIn?: boolean
  /** Where it went. Default: none. */
  address?: string
  /** What became of it. */
  children: string
}

function Row({ at, amount, isIn = false, address = '', children }: RowProps) {
  const { locale } = useI18n()
  return (
    <li className="stoa-wallet-movement">
      <div>
        <p>{translatable(children)}</p>
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {address !== '' && <code dir="ltr">{address}</code>}
        </p>
      </div>
      <p className="stoa-wallet-amount" data-direction={isIn ? 'in' : undefined}>
        <bdi>{tokenAmount(amount, locale, true)}</bdi>
      </p>
    </li>
  )
}
