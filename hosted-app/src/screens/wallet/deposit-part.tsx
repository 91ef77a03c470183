import { randomId } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { CopyButton } from '../settings/security/copy-button.tsx'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { depositMessages } from './deposit-messages.ts'
import { tokenAmount } from './token-amount.ts'

type OnChain = CallOutput<'walletChain'>
type Deposit = OnChain['deposits'][number]

/** Between looks at deposits that aren't credited yet. */
const LOOK_MS = 5000

export interface DepositPartProps {
  tokenName: string
  /** A deposit was credited, or taken back. */
  onBooked: () => void
}

/** The member's address on the chain, and what arrived there. Nothing where the token is on no chain. */
export function DepositPart({ tokenName, onBooked }: DepositPartProps) {
  const t = useTranslate(depositMessages)
  const alert = useErrorToast()
  const { call } = useStoa().client
  const load = useCallback(() => call('walletChain', { tokenName }), [call, tokenName])
  const { value, reload } = useLoaded<OnChain>(load)
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(randomId)
  const address = value?.address ?? null
  const isWaiting = value?.deposits.some(({ state }) => state === 'pending') ?? false
  useEffect(() => {
    if (address === null) return
    const timer = setInterval(() => !document.hidden && reload(), isWaiting ? LOOK_MS : LOOK_MS * 3)
    return () => clearInterval(timer)
  }, [address, isWaiting, reload])
  const booked = value && value.deposits.flatMap(({ id, state }) => (state === 'credited' ? [id] : [])).join()
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
  return (
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

function Deposits({ deposits, confirmations }: { deposits: readonly Deposit[]; confirmations: number }) {
  const t = useTranslate(depositMessages)
  const { locale } = useI18n()
  const id = useId()
  return (
    <div>
      <h3 id={id}>{t('wallet.deposit.newest')}</h3>
      <ul className="stoa-app-list" aria-labelledby={id}>
        {deposits.map((deposit) => (
          <li key={deposit.id} className="stoa-wallet-movement">
            <div>
              <p>
                {deposit.state === 'pending'
                  ? t('wallet.deposit.pending', {
                      count: Math.min(deposit.confirmations, confirmations),
                      all: confirmations,
                    })
                  : t(`wallet.deposit.${deposit.state}`)}
              </p>
              <p className="stoa-app-muted">
                <RelativeTime value={deposit.at} />
              </p>
            </div>
            <p className="stoa-wallet-amount" data-direction={deposit.state === 'credited' ? 'in' : undefined}>
              <bdi>{tokenAmount(deposit.amount, locale, true)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
