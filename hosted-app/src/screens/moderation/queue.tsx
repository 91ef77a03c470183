import './queue.css'
import { ReasonDialog } from '@stoa/comments'
import {
  BanQuestion,
  canDecide,
  canHide,
  hideOrReject,
  type QueueDecision,
  QueueRow,
  useQueue,
  useQueueDecisions,
  useRowFocus,
} from '@stoa/comments/moderation'
import { canSeeMemberCard, QUEUE_BATCH_MAX, type QueueItem, type QueueKind } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, CheckIcon, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { ShortcutSheet } from '../../shell/shortcut-sheet.tsx'
import { useCommunityPath } from '../../shell/use-community-path.ts'
import { MemberCardDialog } from '../community/member-card.tsx'
import { MemberMenu } from '../community/member-menu.tsx'
import { useCannedReasons } from '../community/use-canned-reasons.ts'
import { DecidedList } from './decided-list.tsx'
import { queueMessages } from './queue-messages.ts'
import type { ModeratedCommunity } from './use-moderated.ts'
import { useQueueKeys } from './use-queue-keys.ts'

/** `members`: number of selected reports about members, which can't be hidden. */
type Asked =
  | { hide: readonly QueueItem[]; members: number }
  | { ban: QueueItem }
  | { card: QueueItem; isNoting: boolean }
  | null

const KINDS = ['pending', 'reported', 'appealed'] as const satisfies readonly QueueKind[]

interface ModerationQueueProps {
  /** Null: all communities that the viewer moderates. */
  tokenName: string | null
  /** These communities. Default: none are needed for a single one. */
  communities?: readonly ModeratedCommunity[]
}

/** The moderation queue. `?kind=` filters it. */
export function ModerationQueue({ tokenName, communities = [] }: ModerationQueueProps) {
  const t = useTranslate(queueMessages)
  const [search] = useSearchParams()
  const kind = [...KINDS, 'decided' as const].find((one) => one === search.get('kind')) ?? null
  const path = useCommunityPath(tokenName ?? '')
  const home = tokenName === null ? '/bbs/moderation' : `${path}/tab/reports`
  return (
    <>
      <nav className="stoa-app-kinds" aria-label={t('queue.kinds')}>
        {[null, ...KINDS, 'decided' as const].map((one) => (
          <a
            key={one}
            href={one === null ? home : `${home}?kind=${one}`}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(one === null ? 'queue.kind.all' : `queue.kind.${one}`)}
          </a>
        ))}
      </nav>
      {kind === 'decided' ? (
        <DecidedList tokenName={tokenName} communities={communities} />
      ) : (
        <Queue key={kind} tokenName={tokenName} kind={kind} home={home} />
      )}
    </>
  )
}

interface QueueProps {
  tokenName: string | null
  /** Null for all kinds. */
  kind: QueueKind | null
  /** Path of the unfiltered queue. */
  home: string
}

function Queue({ tokenName, kind, home }: QueueProps) {
  const t = useTranslate(queueMessages)
  const viewer = useViewer() ?? null
  const { toasts } = useHostedApp()
  const { clock } = useStoa()
  const queue = useQueue({ tokenName, kind })
  const decisions = useQueueDecisions(queue, { toasts, onUndone: ([first]) => goOnAt(first?.id ?? 0) })
  const { busy, run, alert, undo, canBan } = decisions
  const { items, status, hasMore, hasNew } = queue
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>(null)
  const [areKeysShown, setKeysShown] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  /** The community whose canned reasons are offered: the selected items', or the whole queue's. */
  const [reasonsOf, setReasonsOf] = useState(tokenName)
  const canned = useCannedReasons(reasonsOf)
  const selected = items.filter(({ id }) => chosen.has(id))
  const tools = useRef<HTMLDivElement>(null)
  /** The pressed button has disappeared, so focus moves to its replacement. */
  const isToolGone = useRef(false)

  useEffect(() => {
    if (!isToolGone.current) return
    isToolGone.current = false
    tools.current?.querySelector<HTMLElement>('b, button')?.focus()
  })
  const goOnAt = useRowFocus(list, busy || asked !== null)
  const positionOf = (item: QueueItem | undefined) => items.findIndex(({ id }) => id === item?.id)
  const goOnAfter = (item: QueueItem | undefined) => goOnAt(Math.max(0, positionOf(item)))
  /** Reloads, and moves focus to the list, because the pressed button disappears. */
  function reload(): void {
    goOnAt(0)
    queue.reload()
  }
  function choose(next: readonly QueueItem[]): void {
    isToolGone.current = true
    setChosen(new Set(next.map(({ id }) => id)))
  }
  function decide(about: readonly QueueItem[], given: QueueDecision): Promise<void> {
    goOnAfter(about[0])
    const ids = new Set(about.map(({ id }) => id))
    setChosen((before) => new Set([...before].filter((id) => !ids.has(id))))
    return decisions.decide(about, given)
  }
  function approve(about: readonly QueueItem[]): void {
    if (about.length > 0) void run(() => decide(about, { decision: 'approve' }).catch(alert))
  }
  /** Hiding asks for a reason, except on appeals, where it is known. */
  function hide(from: readonly QueueItem[]): void {
    const about = from.filter(canHide)
    if (about.length === 0) return
    const tokenNames = new Set(about.map((item) => item.tokenName))
    setReasonsOf(tokenNames.size === 1 ? (about[0]?.tokenName ?? null) : null)
    if (about.some(({ appeal }) => !appeal)) setAsked({ hide: about, members: from.length - about.length })
    else void run(() => decide(about, { decision: 'hide' }).catch(alert))
  }
  const claim = (about: readonly QueueItem[], isClaim: boolean) =>
    void run(() => queue.claim(about, isClaim).catch(alert))
  const hasCard = ({ tokenName: community, person }: QueueItem) =>
    person !== null && canSeeMemberCard(viewer, { tokenName: community, userId: person.userId }, clock()).allowed
  const select = (item: QueueItem, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, item.id] : [...before].filter((id) => id !== item.id)))

  useQueueKeys(list, {
    isResting: asked !== null || areKeysShown || busy,
    onKey(key, id) {
      const item = items.find((one) => one.id === id)
      const about = selected.length > 0 ? selected : item ? [item] : []
      if (key === 'z') undo()
      if (key === 'a') approve(about.filter(canDecide))
      if (key === 'h') hide(about)
      const reason = about.every((one) => one.tokenName === reasonsOf) ? canned[Number(key) - 1] : undefined
      const hidden = about.filter(canHide)
      if (reason && hidden.length > 0) {
        void run(() => decide(hidden, { decision: 'hide', reason: 'other', reasonText: reason.text }).catch(alert))
      }
      if (!item) return
      if (key === 'b' && canBan(item)) setAsked({ ban: item })
      if (key === 'n' && hasCard(item)) setAsked({ card: item, isNoting: true })
      if (key === 'c' && canDecide(item)) claim([item], item.claim?.by.userId !== viewer?.id)
      if (key === 'x' && canSelect(item)) select(item, !chosen.has(item.id))
    },
  })

  if (items.length === 0 && status !== 'success') {
    return (
      <div ref={list} className="stoa-app-queue" tabIndex={-1}>
        {status === 'loading' ? (
          <ListSkeleton withAvatar />
        ) : (
          <EmptyState title={t('queue.failed')} action={<Button onClick={reload}>{t('queue.retry')}</Button>} />
        )}
      </div>
    )
  }
  return (
    <div ref={list} className="stoa-app-queue" tabIndex={-1}>
      <div ref={tools} className="stoa-app-queue-tools">
        {selected.length > 0 ? (
          // Keys prevent a button from turning into another one under the reader’s finger.
          <Fragment key="chosen">
            <b role="status" tabIndex={-1}>
              {t('queue.selected', { count: selected.length })}
            </b>
            <Button size="s" busy={busy} onClick={() => approve(selected)}>
              {t('queue.approveAll')}
            </Button>
            <Button size="s" variant="danger" disabled={busy || !selected.some(canHide)} onClick={() => hide(selected)}>
              {t('queue.hide')}
            </Button>
            <Button size="s" disabled={busy} onClick={() => claim(selected, true)}>
              {t('queue.claim')}
            </Button>
            <Button size="s" variant="quiet" onClick={() => choose([])}>
              {t('queue.clear')}
            </Button>
          </Fragment>
        ) : (
          <Fragment key="nothing chosen">
            {items.filter(canSelect).length > 1 && (
              <Button size="s" onClick={() => choose(items.filter(canSelect).slice(0, QUEUE_BATCH_MAX))}>
                {t('queue.selectAll')}
              </Button>
            )}
            {hasNew && (
              <Button size="s" onClick={reload}>
                {t('queue.new')}
              </Button>
            )}
            {tokenName !== null && <a href={home.replace(/reports$/, 'activity')}>{t('queue.log')}</a>}
            {items.length > 0 && (
              <Button className="stoa-app-queue-keys" size="s" variant="quiet" onClick={() => setKeysShown(true)}>
                {t('queue.keys')} <kbd aria-hidden="true">?</kbd>
              </Button>
            )}
          </Fragment>
        )}
      </div>
      {items.length === 0 ? (
        <Nothing tokenName={tokenName} kind={kind} home={home} />
      ) : (
        <ul className="stoa-queue-list" aria-label={t('queue.list')}>
          {items.map((item) => (
            <QueueRow
              key={item.id}
              item={item}
              isCommunityShown={tokenName === null}
              isSelected={chosen.has(item.id)}
              isChanged={queue.changedIds.has(item.id)}
              isBusy={busy}
              canBan={canBan(item)}
              menu={
                item.person &&
                item.person.userId !== viewer?.id && (
                  <MemberMenu
                    tokenName={item.tokenName}
                    userId={item.person.userId}
                    name={item.person.displayName}
                    commentId={item.comment?.id}
                  />
                )
              }
              onCard={hasCard(item) ? () => setAsked({ card: item, isNoting: false }) : null}
              onSelect={canSelect(item) ? (isChosen) => select(item, isChosen) : null}
              onApprove={() => approve([item])}
              onHide={() => hide([item])}
              onBan={() => setAsked({ ban: item })}
              onClaim={(isClaim) => claim([item], isClaim)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={queue.onMore}
        />
      )}
      <ShortcutSheet isOpen={areKeysShown} onClose={() => setKeysShown(false)} />
      {asked && 'hide' in asked && (
        <ReasonDialog
          title={t(`queue.${hideOrReject(asked.hide)}.title`, { count: asked.hide.length })}
          help={[t('queue.hide.help'), asked.members > 0 && t('queue.hide.members', { count: asked.members })]
            .filter(Boolean)
            .join(' ')}
          submit={t(`queue.${hideOrReject(asked.hide)}.submit`)}
          canned={canned}
          onSubmit={(why) => decide(asked.hide, { decision: 'hide', ...why })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && 'card' in asked && asked.card.person && (
        <MemberCardDialog
          tokenName={asked.card.tokenName}
          userId={asked.card.person.userId}
          name={asked.card.person.displayName}
          isNoting={asked.isNoting}
          onNotes={(count) => queue.setNotes(asked.card, count)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && 'ban' in asked && asked.ban.person && (
        <BanQuestion
          item={asked.ban}
          person={asked.ban.person}
          toasts={toasts}
          onBanned={(answer) => {
            goOnAfter(asked.ban)
            decisions.leaveBanned(asked.ban, answer)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** An empty queue. If only the filter is empty, links to the other items. */
function Nothing({ tokenName, kind, home }: QueueProps) {
  const t = useTranslate(queueMessages)
  const { call } = useStoa().client
  const [others, setOthers] = useState(false)
  useEffect(() => {
    if (kind === null) return
    call('queueList', { ...(tokenName !== null && { tokenName }), limit: 1 }).then(
      ({ items }) => setOthers(items.length > 0),
      // Then only the link above leads to them.
      () => {},
    )
  }, [call, tokenName, kind])
  const path = useCommunityPath(tokenName ?? '')
  const posts = tokenName !== null && <ButtonLink href={path}>{t('queue.empty.action')}</ButtonLink>
  return (
    <EmptyState
      title={t(kind === null ? 'queue.empty' : `queue.empty.${kind}`)}
      icon={<CheckIcon size={32} />}
      action={others ? <ButtonLink href={home}>{t('queue.empty.all')}</ButtonLink> : posts}
    >
      {t(kind === null ? 'queue.empty.text' : `queue.empty.${kind}.text`)}
    </EmptyState>
  )
}

/** Appeals are judged one by one, and items about the viewer by somebody else. */
const canSelect = (item: QueueItem) => item.appeal === null && canDecide(item)
