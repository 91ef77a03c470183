import './queue.css'
import { ReasonDialog } from '@stoa/comments'
import { BanQuestion, canDecide, hideOrReject, QueueRow, typeOf } from '@stoa/comments/moderation'
import { communityPath, type QueueKind } from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, CheckIcon, EmptyState, FilterChips, LoadMore, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ListSkeleton } from '../../shell/list-parts.tsx'
import { ShortcutSheet } from '../../shell/shortcuts/shortcut-sheet.tsx'
import { MemberCardDialog } from '../community/members/member-card.tsx'
import { MemberMenu } from '../community/members/member-menu.tsx'
import { DecidedList } from './decision-list.tsx'
import { queueMessages } from './messages.ts'
import { canSelect, QueueTools } from './queue-tools.tsx'
import type { ModeratedCommunity } from './use-moderated-communities.ts'
import { type ModeratorDialog, useModeratorActions } from './use-moderator-actions.ts'
import { useQueueKeys } from './use-queue-keys.ts'

const KINDS = ['pending', 'reported', 'appealed'] as const satisfies readonly QueueKind[]
const PARTS = [...KINDS, 'decided', 'log'] as const

interface ModerationQueueProps {
  /** Null: all communities that the viewer moderates. */
  tokenName: string | null
  /** These communities. */
  communities: readonly ModeratedCommunity[]
  /** The community's moderation log, shown instead of the queue; undefined for the queue. */
  log: ReactNode | undefined
}

/** The moderation queue, recent decisions and the log. `?kind=` chooses the part. */
export function ModerationQueue({ tokenName, communities, log }: ModerationQueueProps) {
  const t = useTranslate(queueMessages)
  const [search] = useSearchParams()
  const kind = log ? 'log' : (PARTS.find((one) => one === search.get('kind')) ?? null)
  const community =
    useCommunity(tokenName ?? '') ?? tokenName ?? (communities.length === 1 ? communities[0]?.tokenName : null)
  const home = tokenName === null ? '/bbs/moderation' : `${communityPath(community ?? tokenName)}/tab/reports`
  // Each community has its own log.
  const logHref = community ? logPath(community) : `${home}?kind=log`
  return (
    <>
      <FilterChips
        label={t('queue.kinds')}
        options={(['all', ...PARTS] as const).map((one) => ({
          value: one,
          label: t(`queue.kind.${one}`),
          href: one === 'all' ? home : one === 'log' ? logHref : `${home}?kind=${one}`,
        }))}
        value={kind ?? 'all'}
      />
      {kind === 'log' ? (
        (log ?? <Logs communities={communities} />)
      ) : kind === 'decided' ? (
        <DecidedList tokenName={tokenName} communities={communities} />
      ) : (
        <Queue key={kind} tokenName={tokenName} kind={kind} home={home} />
      )}
    </>
  )
}

/** Links to the logs of communities. */
function Logs({ communities }: Pick<ModerationQueueProps, 'communities'>) {
  const written = useWritten()
  return (
    <ul className="stoa-app-list">
      {communities.map(({ tokenName, title }) => (
        <li key={tokenName}>
          <a href={logPath(tokenName)} {...written(title)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

const logPath = (community: Parameters<typeof communityPath>[0]) => `${communityPath(community)}/tab/activity`

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
  const list = useRef<HTMLDivElement>(null)
  const actions = useModeratorActions({ tokenName, kind, list })
  const { queue, decisions, selected, dialog, setDialog, approve, hide, claim, hasCard } = actions
  const { items, status } = queue
  const { busy, canBan } = decisions
  const [areKeysShown, setKeysShown] = useState(false)

  useQueueKeys(list, {
    isResting: dialog !== null || areKeysShown || busy,
    onKey(key, id) {
      const item = items.find((one) => one.id === id)
      const about = selected.length > 0 ? selected : item ? [item] : []
      if (key === 'z') decisions.undo()
      if (key === 'a') approve(about.filter(canDecide))
      if (key === 'h') hide(about)
      if (/[1-9]/.test(key)) actions.hideFor(Number(key) - 1, about)
      if (!item) return
      if (key === 'b' && canBan(item)) setDialog({ ban: item })
      if (key === 'n' && hasCard(item)) setDialog({ card: item, isNoting: true })
      if (key === 'c' && canDecide(item)) claim([item], item.claim?.by.userId !== viewer?.id)
      if (key === 'x' && canSelect(item)) actions.setSelected(item, !selected.includes(item))
    },
  })

  if (items.length === 0 && status !== 'success') {
    return (
      <div ref={list} className="stoa-app-queue" tabIndex={-1}>
        {status === 'loading' ? (
          <ListSkeleton withAvatar />
        ) : (
          <EmptyState title={t('queue.failed')} action={<Button onClick={actions.reload}>{t('queue.retry')}</Button>} />
        )}
      </div>
    )
  }
  return (
    <div ref={list} className="stoa-app-queue" tabIndex={-1}>
      <QueueTools
        items={items}
        selected={selected}
        hasNew={queue.hasNew}
        busy={busy}
        onSelect={actions.select}
        onApprove={approve}
        onHide={hide}
        onClaim={(about) => claim(about, true)}
        onReload={actions.reload}
        onShowKeys={() => setKeysShown(true)}
      />
      {items.length === 0 ? (
        <Nothing tokenName={tokenName} kind={kind} home={home} />
      ) : (
        <ul className="stoa-queue-list" aria-label={t('queue.list')}>
          {items.map((item) => (
            <QueueRow
              key={item.id}
              item={item}
              isCommunityShown={tokenName === null}
              isSelected={selected.includes(item)}
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
              onCard={hasCard(item) ? () => setDialog({ card: item, isNoting: false }) : null}
              onSelect={canSelect(item) ? (isChosen) => actions.setSelected(item, isChosen) : null}
              onApprove={() => approve([item])}
              onHide={() => hide([item])}
              onBan={() => setDialog({ ban: item })}
              onClaim={(isClaim) => claim([item], isClaim)}
            />
          ))}
        </ul>
      )}
      {queue.hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={queue.onMore}
        />
      )}
      <ShortcutSheet isOpen={areKeysShown} onClose={() => setKeysShown(false)} />
      {dialog && <QueueDialog dialog={dialog} actions={actions} onClose={() => setDialog(null)} />}
    </div>
  )
}

interface QueueDialogProps {
  dialog: NonNullable<ModeratorDialog>
  actions: ReturnType<typeof useModeratorActions>
  onClose: () => void
}

/** Asks for the reason of hiding or the duration of a ban, or shows what is known about a member. */
function QueueDialog({ dialog, actions, onClose }: QueueDialogProps) {
  const t = useTranslate(queueMessages)
  const { toasts } = useHostedApp()
  if ('hide' in dialog) {
    const verb = hideOrReject(dialog.hide)
    return (
      <ReasonDialog
        title={t(`queue.${verb}.title`, { count: dialog.hide.length, type: typeOf(dialog.hide) })}
        help={[t('queue.hide.help'), dialog.members > 0 && t('queue.hide.members', { count: dialog.members })]
          .filter(Boolean)
          .join(' ')}
        submit={t(`queue.${verb}.submit`)}
        canned={actions.canned}
        onSubmit={(why) => actions.decide(dialog.hide, { decision: 'hide', ...why })}
        onClose={onClose}
      />
    )
  }
  const item = 'card' in dialog ? dialog.card : dialog.ban
  const { person, tokenName } = item
  if (!person) return null
  if ('card' in dialog) {
    return (
      <MemberCardDialog
        tokenName={tokenName}
        userId={person.userId}
        name={person.displayName}
        isNoting={dialog.isNoting}
        onNotes={(count) => actions.queue.setNotes(item, count)}
        onClose={onClose}
      />
    )
  }
  return (
    <BanQuestion
      item={item}
      person={person}
      toasts={toasts}
      onBanned={(result) => {
        actions.goOnAfter(item)
        actions.decisions.leaveBanned(item, result)
      }}
      onClose={onClose}
    />
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
  const path = communityPath(useCommunity(tokenName ?? '') ?? tokenName ?? '')
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
