import '../settings.css'
import type { CallOutput } from '@stoa/contract'
import { ButtonLink, EmptyState, formatDate, useI18n, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { amountsText } from './amounts-text.ts'
import { dataMessages } from './messages.ts'

type Receipt = CallOutput<'userDelete'>['receipt']

/** The receipt of a deletion, from the server's response. Only this history entry has it. */
export function AccountDeleted() {
  const t = useTranslate(dataMessages)
  const { state } = useLocation() as { state: { receipt?: Receipt } | null }
  const home = <ButtonLink href="/">{t('receipt.home')}</ButtonLink>
  if (!state?.receipt) return <EmptyState level={1} title={t('receipt.gone')} action={home} />
  return <DeletionReceipt receipt={state.receipt} />
}

/** A receipt of a deletion. */
export function DeletionReceipt({ receipt }: { receipt: Receipt }) {
  const t = useTranslate(dataMessages)
  const { locale } = useI18n()
  const { userId, requestedAt, removed, keptWithoutName, lost } = receipt
  return (
    <section className="stoa-settings-part stoa-settings-receipt">
      <h1 className="stoa-app-title">{t('receipt.title')}</h1>
      <p>{t('receipt.text')}</p>
      <dl>
        <Entry name={t('receipt.at')}>
          {formatDate(requestedAt, locale, { dateStyle: 'long', timeStyle: 'short' })}
        </Entry>
        <Entry name={t('receipt.id')}>
          <code dir="ltr">{userId}</code>
        </Entry>
        <Entry name={t('receipt.removed')}>{t('receipt.removed.always')}</Entry>
        <Counted counts={removed} />
        <Entry name={t('receipt.kept')}>
          {Object.values(keptWithoutName).every((count) => count === 0) ? t('receipt.nothing') : ''}
        </Entry>
        <Counted counts={keptWithoutName} />
        {lost && <Entry name={t('receipt.lost')}>{amountsText(lost, locale)}</Entry>}
      </dl>
      <div>
        <ButtonLink href="/">{t('receipt.home')}</ButtonLink>
      </div>
    </section>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      {children && <dd>{children}</dd>}
    </>
  )
}

const KINDS = ['posts', 'comments', 'drafts', 'reactions', 'votes', 'memberships', 'sessions'] as const

/** Counts by kind; kinds without their own text are combined. */
function Counted({ counts }: { counts: Receipt['removed'] }) {
  const t = useTranslate(dataMessages)
  const knownKinds = KINDS.filter((kind) => counts[kind])
  const others = Object.entries(counts).filter(([kind]) => !(KINDS as readonly string[]).includes(kind))
  const count = others.reduce((sum, [, more]) => sum + more, 0)
  return (
    <>
      {knownKinds.map((kind) => (
        <dd key={kind}>{t(`receipt.${kind}`, { count: counts[kind] ?? 0 })}</dd>
      ))}
      {count > 0 && <dd>{t('receipt.others', { count })}</dd>}
    </>
  )
}
