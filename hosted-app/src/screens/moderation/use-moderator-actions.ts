import { loadCannedReasons } from '@stoa/comments'
import { canHide, type QueueDecision, useQueue, useQueueDecisions, useRowFocus } from '@stoa/comments/moderation'
import { type CannedReason, canSeeMemberCard, type QueueItem, type QueueKind } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { type RefObject, useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'

/** What a dialog asks about. `members`: number of selected reports about members, which can't be hidden. */
export type ModeratorDialog =
  | { hide: readonly QueueItem[]; members: number }
  | { ban: QueueItem }
  | { card: QueueItem; isNoting: boolean }
  | null

interface ModeratorActionsAbout {
  tokenName: string | null
  /** Null for all kinds. */
  kind: QueueKind | null
  /** The list of items, which keeps the focus. */
  list: RefObject<HTMLElement | null>
}

/** A queue with the selected items, the moderator's actions on items, and the open `dialog`. */
export function useModeratorActions({ tokenName, kind, list }: ModeratorActionsAbout) {
  const viewer = useViewer() ?? null
  const { toasts } = useHostedApp()
  const { clock } = useStoa()
  const queue = useQueue({ tokenName, kind })
  const decisions = useQueueDecisions(queue, { toasts, onUndone: ([first]) => goOnAt(first?.id ?? 0) })
  const { busy, run, alert } = decisions
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<ModeratorDialog>(null)
  /** The community whose canned reasons are offered: the selected items', or the whole queue's. */
  const [reasonsOf, setReasonsOf] = useState(tokenName)
  const canned = useCannedReasons(reasonsOf)
  const goOnAt = useRowFocus(list, busy || dialog !== null)

  function goOnAfter(item: QueueItem | undefined): void {
    const at = queue.items.findIndex(({ id }) => id === item?.id)
    goOnAt(Math.max(0, at))
  }
  function decide(about: readonly QueueItem[], decision: QueueDecision): Promise<void> {
    goOnAfter(about[0])
    const ids = new Set(about.map(({ id }) => id))
    setChosen((before) => new Set([...before].filter((id) => !ids.has(id))))
    return decisions.decide(about, decision)
  }
  const decideNow = (about: readonly QueueItem[], decision: QueueDecision) =>
    void run(() => decide(about, decision).catch(alert))
  return {
    queue,
    decisions,
    /** Rejects with the error if nothing could be decided. */
    decide,
    dialog,
    setDialog,
    canned,
    goOnAfter,
    selected: queue.items.filter(({ id }) => chosen.has(id)),
    select: (items: readonly QueueItem[]) => setChosen(new Set(items.map(({ id }) => id))),
    setSelected: ({ id }: QueueItem, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id))),
    /** Reloads, and moves focus to the list, because the pressed button disappears. */
    reload(): void {
      goOnAt(0)
      queue.reload()
    },
    approve(about: readonly QueueItem[]): void {
      if (about.length > 0) decideNow(about, { decision: 'approve' })
    },
    /** Hiding asks for a reason, except on appeals, where it is known. */
    hide(from: readonly QueueItem[]): void {
      const about = from.filter(canHide)
      if (about.length === 0) return
      const tokenNames = new Set(about.map((item) => item.tokenName))
      setReasonsOf(tokenNames.size === 1 ? (about[0]?.tokenName ?? null) : null)
      if (about.some(({ appeal }) => !appeal)) setDialog({ hide: about, members: from.length - about.length })
      else decideNow(about, { decision: 'hide' })
    },
    /** Hides for a canned reason, by its position, if it is offered for all these items. */
    hideFor(position: number, from: readonly QueueItem[]): void {
      const reason = from.every((one) => one.tokenName === reasonsOf) ? canned[position] : undefined
      const about = from.filter(canHide)
      if (reason && about.length > 0) {
        decideNow(about, { decision: 'hide', reason: 'other', reasonText: reason.text })
      }
    },
    claim: (about: readonly QueueItem[], isClaim: boolean) => void run(() => queue.claim(about, isClaim).catch(alert)),
    hasCard: ({ tokenName: community, person }: QueueItem) =>
      person !== null && canSeeMemberCard(viewer, { tokenName: community, userId: person.userId }, clock()).allowed,
  }
}

const NONE: readonly CannedReason[] = []

/** A community's canned reasons; empty for null, and until loaded. */
function useCannedReasons(tokenName: string | null): readonly CannedReason[] {
  const stoa = useStoa()
  const [loaded, setLoaded] = useState<{ tokenName: string; reasons: readonly CannedReason[] } | null>(null)
  useEffect(() => {
    if (tokenName === null) return
    let isLeft = false
    void loadCannedReasons(stoa, { tokenName }).then((reasons) => isLeft || setLoaded({ tokenName, reasons }))
    return () => {
      isLeft = true
    }
  }, [stoa, tokenName])
  return loaded && loaded.tokenName === tokenName ? loaded.reasons : NONE
}
