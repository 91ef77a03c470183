import type { CardPurchase } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { walletMessages } from './messages.ts'
import { tokenAmount } from './token-amount.ts'

/** How long a failed purchase is mentioned. */
const DAY_MS = 24 * 60 * 60 * 1000

/** Buying a token by card on MoonPay's page, where that is offered, and purchases of which the history says nothing. */
export function CardPurchases({ tokenName }: { tokenName: string }) {
  const t = useTranslate(walletMessages)
  const { call } = useStoa().client
  const load = useCallback(() => call('cardPurchases', { tokenName }), [call, tokenName])
  const { value } = useLoaded(load)
  const [now] = useState(() => Date.now())
  // Without it the wallet has all its other parts.
  if (value === null) return null
  const open = value.items.filter(({ status, at, owed }) =>
    status === 'failed' ? at > now - DAY_MS : status !== 'completed' && (status !== 'refunded' || owed !== '0'),
  )
  if (value.buyUrl === null && open.length === 0) return null
  return (
    <Section id="cards" title={t('wallet.cards')} text={value.buyUrl === null ? undefined : t('wallet.cards.text')}>
      {value.buyUrl !== null && <BuyButton url={value.buyUrl} tokenName={tokenName} />}
      {open.length > 0 && (
        <ul className="stoa-wallet-purchases" aria-label={t('wallet.cards.purchases')}>
          {open.map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} tokenName={tokenName} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Leads to MoonPay's page, at an address that the forum signs for the member. */
function BuyButton({ url, tokenName }: { url: string; tokenName: string }) {
  const t = useTranslate(walletMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const buy = () =>
    attempt.run(async () => {
      const { signedUrl } = await call('moonpaySignUrl', { url, tokenName })
      window.location.assign(signedUrl)
    })
  return (
    <>
      {attempt.problem && <Banner tone="danger">{attempt.problem}</Banner>}
      <div>
        <Button busy={attempt.busy} onClick={() => void buy()}>
          {t('wallet.cards.buy')}
        </Button>
      </div>
    </>
  )
}

function PurchaseRow({ purchase, tokenName }: { purchase: CardPurchase; tokenName: string }) {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { at, status, owed } = purchase
  return (
    <li className="stoa-wallet-movement">
      <div>
        <p>{t(`wallet.cards.${status as 'pending'}`)}</p>
        {owed !== '0' && <p>{t('wallet.cards.owed', { amount: tokenAmount(owed, locale), token: tokenName })}</p>}
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
        </p>
      </div>
    </li>
  )
}
