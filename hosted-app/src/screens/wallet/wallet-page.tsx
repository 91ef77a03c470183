import '../settings/settings.css'
import './wallet.css'
import { type Client, StoaError } from '@stoa/client'
import { isBanned, type MovementFilter, type Wallet } from '@stoa/contract'
import { useStoa, useStoaState } from '@stoa/store/react'
import {
  Banner,
  Button,
  EmptyState,
  formatDate,
  LoadFailure,
  SelectField,
  Skeleton,
  useI18n,
  useTranslate,
} from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { walletPath } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { BYTE_ORDER_MARK, saveCsvText } from '../../shell/save-csv.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useCashierChanges } from '../cashier/use-cashier-changes.ts'
import { Section } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { CardPurchases } from './card-purchases.tsx'
import { CashOut } from './cash-out.tsx'
import { ChainPart } from './chain-part.tsx'
import { walletMessages } from './messages.ts'
import { MovementList } from './movement-list.tsx'
import { SendForm } from './send-form.tsx'
import { tokenAmount } from './token-amount.ts'

const STATEMENT_MONTHS = 12

/** The member's money: what there is, sending it, and what changed it. */
export function WalletPage() {
  const t = useTranslate(walletMessages)
  const { config } = useHostedApp()
  const { call } = useStoa().client
  const navigate = useNavigate()
  const { tokenName: named } = useParams()
  const load = useCallback(() => loadWallet(call, named), [call, named])
  const { value: wallet, failed, reload, set } = useLoaded<Wallet | 'missing'>(load)
  if (wallet === 'missing') return <NotFound />
  const tokens = Object.keys(wallet?.balance ?? {}).toSorted()
  const tokenName = tokens.find((one) => one.toUpperCase() === named?.toUpperCase()) ?? tokens[0] ?? ''
  return (
    <div className="stoa-wallet">
      <h1>{t('wallet.title')}</h1>
      <p className="stoa-app-muted">{t('wallet.text')}</p>
      {wallet !== null && <Debts wallet={wallet} />}
      {failed && wallet === null ? (
        <LoadFailure onRetry={reload}>{t('wallet.failed')}</LoadFailure>
      ) : wallet === null ? (
        <Skeleton lines={8} />
      ) : tokenName === '' ? (
        <>
          <EmptyState title={t('wallet.none')}>{t('wallet.none.text')}</EmptyState>
          <FirstMoney tokenName={config.defaultTokenName} onBooked={reload} />
        </>
      ) : (
        <>
          {tokens.length > 1 && (
            <SelectField
              label={t('wallet.token')}
              value={tokenName}
              options={tokens.map((value) => ({ value, label: value }))}
              onChange={({ target }) => void navigate(walletPath(target.value))}
            />
          )}
          <TokenWallet
            key={tokenName}
            tokenName={tokenName}
            wallet={wallet}
            onChange={(next) => set(() => next)}
            onBooked={reload}
          />
        </>
      )}
    </div>
  )
}

/** Ways to the first tokens, which are the default community's. */
function FirstMoney({ tokenName, onBooked }: { tokenName: string; onBooked: () => void }) {
  const viewer = useStoaState((state) => state.viewer) ?? null
  const [now] = useState(() => Date.now())
  return (
    <>
      <CardPurchases tokenName={tokenName} />
      <ChainPart tokenName={tokenName} balance="0" isBanned={isBanned(viewer, tokenName, now)} onBooked={onBooked} />
    </>
  )
}

/** The wallet in all tokens, the named one included. `missing`: there is no such community. */
async function loadWallet(call: Client['call'], tokenName: string | undefined): Promise<Wallet | 'missing'> {
  try {
    const parts = await Promise.all([
      call('walletList', {}),
      ...(tokenName === undefined ? [] : [call('walletList', { tokenName })]),
    ])
    const wallets = parts.flatMap(({ items }) => items)
    return {
      id: wallets[0]?.id ?? '',
      balance: Object.assign({}, ...wallets.map(({ balance }) => balance)) as Wallet['balance'],
      creditBalance: Object.assign({}, ...wallets.map(({ creditBalance }) => creditBalance)) as Wallet['balance'],
      // All wallets have all debts.
      ...(wallets[0]?.owed && { owed: wallets[0].owed }),
    }
  } catch (error) {
    if (error instanceof StoaError && error.code === 'COMMUNITY_NOT_FOUND') return 'missing'
    throw error
  }
}

/** What the member owes, and how it is paid. */
function Debts({ wallet }: { wallet: Wallet }) {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  return Object.entries(wallet.owed ?? {}).map(([token, units]) => (
    <Banner key={token} tone="warning">
      <strong>{t('wallet.owed', { amount: tokenAmount(units, locale), token })}</strong>
      <br />
      {t('wallet.owed.text', { token })}
    </Banner>
  ))
}

interface TokenWalletProps {
  tokenName: string
  wallet: Wallet
  onChange: (wallet: Wallet) => void
  /** The server has changed it. */
  onBooked: () => void
}

/** The wallet in one token. */
function TokenWallet({ tokenName, wallet, onChange, onBooked }: TokenWalletProps) {
  const t = useTranslate(walletMessages)
  const { call } = useStoa().client
  const viewer = useStoaState((state) => state.viewer) ?? null
  const [filter, setFilter] = useState<MovementFilter>('all')
  const [sentCount, setSentCount] = useState(0)
  const load = useCallback(
    (cursor: string | undefined) =>
      call('walletHistory', { tokenName, type: filter, ...(cursor !== undefined && { cursor }) }),
    [call, tokenName, filter],
  )
  const balance = wallet.balance[tokenName] ?? '0'
  const credit = wallet.creditBalance[tokenName] ?? '0'
  const [now] = useState(() => Date.now())
  const banned = isBanned(viewer, tokenName, now)
  const showBooked = useCallback(() => {
    setSentCount((count) => count + 1)
    onBooked()
  }, [onBooked])
  const [queueCount, setQueueCount] = useState(0)
  useCashierChanges(tokenName, ({ isOnlyPlace }) => {
    if (isOnlyPlace) setQueueCount((count) => count + 1)
    else showBooked()
  })
  return (
    <>
      <dl className="stoa-wallet-sums">
        <Sum
          name={t('wallet.balance')}
          text={banned ? '' : t('wallet.balance.text')}
          units={balance}
          tokenName={tokenName}
        />
        {credit !== '0' && (
          <Sum
            name={t('wallet.credit')}
            text={banned ? '' : t('wallet.credit.text')}
            units={credit}
            tokenName={tokenName}
          />
        )}
      </dl>
      {banned ? (
        <Banner tone="warning">{t('wallet.banned', { community: tokenName })}</Banner>
      ) : (
        balance !== '0' && (
          <Section id="send" title={t('wallet.send')} text={t('wallet.send.text')}>
            <SendForm
              tokenName={tokenName}
              balance={balance}
              onSent={(next) => {
                setSentCount((count) => count + 1)
                onChange(next)
              }}
            />
          </Section>
        )
      )}
      <CardPurchases tokenName={tokenName} />
      <CashOut
        tokenName={tokenName}
        balance={balance}
        version={sentCount + queueCount}
        onChange={(next) => {
          setSentCount((count) => count + 1)
          onChange(next)
        }}
      />
      <ChainPart tokenName={tokenName} balance={balance} isBanned={banned} onBooked={showBooked} />
      <Section id="history" title={t('wallet.history')}>
        <MovementList
          key={filter}
          version={sentCount}
          tokenName={tokenName}
          filter={filter}
          onFilter={setFilter}
          load={load}
        />
      </Section>
      <Section id="statement" title={t('wallet.statement')}>
        <Statement tokenName={tokenName} />
      </Section>
    </>
  )
}

function Sum({ name, text, units, tokenName }: { name: string; text: string; units: string; tokenName: string }) {
  const { locale } = useI18n()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>
          <bdi>{tokenAmount(units, locale)}</bdi> {tokenName}
        </b>
        {text !== '' && <span className="stoa-app-muted">{text}</span>}
      </dd>
    </div>
  )
}

/** Saves the movements of a month as a file. */
function Statement({ tokenName }: { tokenName: string }) {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  const alert = useErrorToast()
  const { call } = useStoa().client
  const [now] = useState(() => new Date())
  const months = Array.from({ length: STATEMENT_MONTHS }, (_, index) => {
    const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index)
    const label = formatDate(at, locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return { value: new Date(at).toISOString().slice(0, 7), label }
  })
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const save = async () => {
    const { name, csv } = await call('walletStatement', { tokenName, month })
    saveCsvText([BYTE_ORDER_MARK, csv], name)
  }
  return (
    <div className="stoa-wallet-statement">
      <SelectField
        label={t('wallet.statement.month')}
        value={month}
        options={months}
        onChange={({ target }) => setMonth(target.value)}
      />
      <Button onClick={() => void save().catch(alert)}>{t('wallet.statement.save')}</Button>
    </div>
  )
}
