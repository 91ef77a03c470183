import { authorPath, type CallOutput, communityPath, type Movement, type MovementFilter } from '@stoa/contract'
import { EmptyState, FilterChips, Link, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { PagedList } from '../../shell/paged-list.tsx'
import { walletMessages } from './messages.ts'
import { tokenAmount } from './token-amount.ts'

const FILTERS: readonly MovementFilter[] = ['all', 'tips', 'transfers', 'promotions', 'gifts']

export interface MovementListProps {
  tokenName: string
  filter: MovementFilter
  onFilter: (filter: MovementFilter) => void
  /** Grows with each change of the wallet. */
  version: number
  /** Must be a stable function. */
  load: (cursor: string | undefined) => Promise<CallOutput<'walletHistory'>>
}

/** What changed the wallet in a token, newest first. */
export function MovementList({ tokenName, filter, onFilter, version, load }: MovementListProps) {
  const t = useTranslate(walletMessages)
  return (
    <>
      <FilterChips
        label={t('wallet.history.filter')}
        options={FILTERS.map((value) => ({ value, label: t(`wallet.history.${value}` as 'wallet.history.all') }))}
        value={filter}
        onChoose={onFilter}
      />
      <PagedList
        load={load}
        label={t('wallet.history')}
        failed={t('wallet.history.failed')}
        empty={<EmptyState level={3} title={t('wallet.history.none')} />}
        version={version}
      >
        {/* Several accounts of a person may have paid the same, so only the place is unique. */}
        {(movement, { index }) => <MovementRow key={index} movement={movement} tokenName={tokenName} />}
      </PagedList>
    </>
  )
}

function MovementRow({ movement, tokenName }: { movement: Movement; tokenName: string }) {
  const t = useTranslate(walletMessages)
  const { locale } = useI18n()
  const { at, kind, amount, reason, person, postId, commentId } = movement
  const direction = amount.startsWith('-') ? 'out' : 'in'
  const name = person?.displayName ?? ''
  const text =
    reason === 'tip' || reason === 'transfer'
      ? t(`wallet.reason.${reason}.${direction}`, { name })
      : t(`wallet.reason.${reason}`)
  const post = `${communityPath(tokenName)}/${postId}`
  return (
    <li className="stoa-wallet-movement">
      <div>
        <p>{person && person.slugUrl !== '' ? <Link href={authorPath(person.slugUrl)}>{text}</Link> : text}</p>
        <p className="stoa-app-muted">
          <RelativeTime value={at} />
          {postId !== null && (
            <Link href={commentId === null ? post : `${post}/comment/${commentId}`}>
              {t(commentId === null ? 'wallet.post' : 'wallet.comment')}
            </Link>
          )}
        </p>
      </div>
      <p className="stoa-wallet-amount" data-direction={direction}>
        <bdi>{tokenAmount(amount, locale, true)}</bdi>
        {kind === 'credit' && <span className="stoa-app-muted">{t('wallet.kind.credit')}</span>}
      </p>
    </li>
  )
}
