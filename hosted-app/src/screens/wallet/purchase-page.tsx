import './wallet.css'
import { TOKEN_NAME } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { EmptyState, Link, LoadFailure, Skeleton, useI18n, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { walletPath } from '../../paths.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import { walletMessages } from './messages.ts'
import { tokenAmount } from './token-amount.ts'
import { useLooks } from './use-looks.ts'

/** MoonPay tells the forum, which says nothing to the page, so it asks. */
const AGAIN_MS = 3000

/** Where MoonPay's page leads back to: what became of the purchase. */
export function PurchasePage() {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { config } = useHostedApp()
  const { call } = useStoa().client
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const tokenName = TOKEN_NAME.test(token) ? token : config.defaultTokenName
  const wanted = query.get('transactionId')
  const load = useCallback(() => call('cardPurchases', { tokenName }), [call, tokenName])
  const { value, failed, reload } = useLoaded(load)
  // Without an id it is the newest one.
  const purchase = value?.items.find(({ providerId }) => wanted === null || providerId === wanted)
  const status = purchase?.status ?? 'pending'
  useLooks(reload, value !== null && status === 'pending' ? AGAIN_MS : null)
  const arrived = { amount: tokenAmount(purchase?.amount ?? '0', locale), token: tokenName }
  return (
    <div className="stoa-wallet" role="status">
      {failed ? (
        <LoadFailure onRetry={reload}>{t('wallet.failed')}</LoadFailure>
      ) : value === null ? (
        <Skeleton lines={4} />
      ) : (
        <EmptyState
          level={1}
          title={t(`wallet.purchase.${status}`, arrived)}
          action={<Link href={walletPath(tokenName)}>{t('wallet.purchase.open')}</Link>}
        >
          {t(`wallet.purchase.${status}.text`)}
        </EmptyState>
      )}
    </div>
  )
}
