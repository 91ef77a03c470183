import '../settings/settings.css'
import './cashier.css'
import { type CallOutput, parseAmount, plainAmount } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, EmptyState, FilterChips, LoadFailure, Skeleton, TextField, useI18n, useTranslate } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { PagedList } from '../../shell/paged-list.tsx'
import { useFormAction } from '../../shell/use-form-action.ts'
import { Section, SettingsForm } from '../settings/settings-section.tsx'
import { useLoaded } from '../settings/use-loaded.ts'
import { tokenAmount } from '../wallet/token-amount.ts'
import { CashierItem } from './cashier-item.tsx'
import { cashierMessages } from './messages.ts'
import { useCashierChanges } from './use-cashier-changes.ts'

type List = 'open' | 'closed'
const LISTS: readonly List[] = ['open', 'closed']

/** `admin-settings/cashier`: what waits for a community's cashiers, and the smallest cash-out. */
export function CashierSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(cashierMessages)
  const { call } = useStoa().client
  const { locale } = useI18n()
  const loadFacts = useCallback(() => call('cashierList', { tokenName, limit: 1 }), [call, tokenName])
  const { value: facts, failed, reload, set } = useLoaded<CallOutput<'cashierList'>>(loadFacts)
  const [list, setList] = useState<List>('open')
  const load = useCallback(
    (cursor: string | undefined) => call('cashierList', { tokenName, list, ...(cursor !== undefined && { cursor }) }),
    [call, tokenName, list],
  )
  const [version, setVersion] = useState(0)
  /** A question is open, and news wait until it is answered. */
  const isAsking = useRef(false)
  const hasNews = useRef(false)
  const showNews = useCallback(() => {
    hasNews.current = isAsking.current
    if (isAsking.current) return
    reload()
    setVersion((count) => count + 1)
  }, [reload])
  useCashierChanges(tokenName, showNews)
  const ask = useCallback(
    (asks: boolean) => {
      isAsking.current = asks
      if (!asks && hasNews.current) showNews()
    },
    [showNews],
  )
  if (failed && !facts) return <LoadFailure onRetry={reload}>{t('cashier.failed')}</LoadFailure>
  if (!facts) return <Skeleton lines={6} />
  return (
    <Section id="cashier" title={t('cashier.title')} text={t('cashier.text')}>
      <p>{t('cashier.balance', { amount: tokenAmount(facts.cashierBalance, locale), token: tokenName })}</p>
      {facts.isHeld && <Banner tone="warning">{t('cashier.held')}</Banner>}
      <FilterChips
        label={t('cashier.list')}
        options={LISTS.map((value) => ({ value, label: t(`cashier.list.${value}`) }))}
        value={list}
        onChoose={setList}
      />
      <PagedList
        key={list}
        load={load}
        label={t('cashier.list')}
        failed={t('cashier.failed')}
        empty={<EmptyState level={3} title={t(`cashier.none.${list}`)} />}
        version={version}
      >
        {(request, { remove }) => (
          <CashierItem
            key={request.id}
            tokenName={tokenName}
            request={request}
            onAsk={ask}
            onChange={showNews}
            onClosed={() => remove(request)}
          />
        )}
      </PagedList>
      <Minimum
        tokenName={tokenName}
        minimum={facts.minimum}
        onSaved={(minimum) => set((current) => ({ ...current, minimum }))}
      />
    </Section>
  )
}

interface MinimumProps {
  tokenName: string
  minimum: string
  onSaved: (minimum: string) => void
}

/** The smallest cash-out of the community. */
function Minimum({ tokenName, minimum, onSaved }: MinimumProps) {
  const t = useTranslate(cashierMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [typed, setTyped] = useState(plainAmount(Number(minimum)))
  const [isChecked, setChecked] = useState(false)
  const parsed = parseAmount(typed)
  const problem = 'problem' in parsed ? parsed.problem : null
  async function save() {
    setChecked(true)
    if (!('units' in parsed)) return
    await attempt.run(async () => {
      const saved = await call('cashierMinimum', { tokenName, minimum: String(parsed.units) })
      onSaved(saved.minimum)
    })
  }
  return (
    <SettingsForm
      label={t('cashier.minimum')}
      attempt={attempt}
      submit={t('cashier.minimum.save')}
      saved={t('cashier.minimum.saved')}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('cashier.minimum')}
        hint={t('cashier.minimum.hint', { token: tokenName })}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        error={
          isChecked && problem !== null
            ? t(problem === 'tooLarge' ? 'cashier.minimum.tooLarge' : `wallet.amount.${problem}`)
            : undefined
        }
        onChange={(event) => {
          attempt.reset()
          setTyped(event.target.value)
        }}
      />
    </SettingsForm>
  )
}
