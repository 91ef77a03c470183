import {
  type CallInput,
  type CannedReason,
  canBan,
  canLiftBan,
  canWarn,
  type PersonFacts,
  type Standing,
} from '@stoa/contract'
import { useAction, useStoa, useViewer } from '@stoa/store/react'
import { BanIcon, CheckIcon, ClockIcon, EyeIcon, type MenuItem, type Toasts, useTranslate, WarningIcon } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { loadCannedReasons } from '../menu/canned-reasons.ts'
import { BanDialog } from './ban-dialog.tsx'
import { decisionMessages } from './messages.ts'
import { TimeoutDialog } from './timeout-dialog.tsx'
import { UnbanDialog } from './unban-dialog.tsx'
import { useDecisionToasts } from './use-decision-toasts.ts'
import { WarnDialog } from './warn-dialog.tsx'

type DoneKey = Extract<keyof typeof decisionMessages, `done.${string}`>
type DialogKind = 'warn' | 'timeout' | 'ban' | 'unban'

export interface AuthorDecisionsAbout {
  tokenName: string
  userId: string
  name: string
  /** A comment by the person, from which the decision follows. Required on a partner's site. Default: none. */
  commentId?: string | undefined
  /** The post of the conversation. Required for canned reasons on a partner's site. Default: none. */
  postId?: string | undefined
  /** Shows the result of a decision. */
  toasts: Toasts
  /** Called with their standing after a decision. Default: none. */
  onDecided?: ((standing: Standing) => void) | undefined
}

/**
 * Warnings, time-outs and bans that the viewer may decide about a person. There are none until `load` has loaded the
 * person's standing and the canned reasons. Render `dialog`, which asks for details.
 */
export function useAuthorDecisions(about: AuthorDecisionsAbout) {
  const { tokenName, userId, name, commentId, postId, toasts, onDecided } = about
  const t = useTranslate(decisionMessages)
  const stoa = useStoa()
  const { client, clock } = stoa
  const { call } = client
  const { alert, showDone } = useDecisionToasts(tokenName, toasts)
  const viewer = useViewer() ?? null
  const [standing, setStanding] = useState<Standing | null>(null)
  const [canned, setCanned] = useState<readonly CannedReason[]>([])
  const { busy, run } = useAction()
  const [dialog, setDialog] = useState<DialogKind | null>(null)
  const commentInput = commentId === undefined ? {} : { commentId }

  const attempt = (work: () => Promise<void>) => run(() => work().catch(alert))
  const read = useCallback(
    async () =>
      (await call('communityStanding', { tokenName, memberId: userId, ...(commentId && { commentId }) })).standing,
    [call, tokenName, userId, commentId],
  )
  const load = useCallback(async () => {
    const [nextStanding, reasons] = await Promise.all([read(), loadCannedReasons(stoa, { tokenName, postId })])
    setCanned(reasons)
    setStanding(nextStanding)
  }, [read, stoa, tokenName, postId])

  function stand(next: Standing): void {
    setStanding(next)
    setDialog(null)
    onDecided?.(next)
  }
  /** Shows the result of a decision. */
  function decided(messageKey: DoneKey, next: Standing, activityId: string | null): void {
    stand(next)
    showDone(messageKey, { name, activityId, onUndone: () => void read().then(stand, alert) })
  }
  const decideBan = async (messageKey: DoneKey, change: Partial<CallInput<'userBan'>>) => {
    const ban = { tokenName, banUserId: userId, ban: true, ...commentInput, ...change }
    const { standing: next, activityId } = await call('userBan', ban)
    decided(messageKey, next, activityId)
  }
  const shared = { busy, attempt, load, stand }
  if (standing === null) return { ...shared, standing, person: null, decisions: [], dialog: null }

  const warn = async (reason: string) => {
    const { activityId } = await call('userWarn', { tokenName, warnedUserId: userId, reason, ...commentInput })
    decided('done.warned', standing, activityId)
  }
  const { contentHidden, ban } = standing
  const person = personOf(standing)
  const now = clock()
  const mayBan = canBan(viewer, person, now).allowed
  const mayUnban = canLiftBan(viewer, person, now).allowed
  const decisions: (MenuItem | false)[] = [
    canWarn(viewer, person, now).allowed && {
      id: 'warn',
      group: 'moderate',
      label: t('member.warn'),
      icon: <WarningIcon size={16} />,
      onSelect: () => setDialog('warn'),
    },
    mayBan &&
      ban?.kind !== 'ban' && {
        id: 'timeout',
        group: 'moderate',
        label: t(ban ? 'member.changeTimeout' : 'member.timeout'),
        icon: <ClockIcon size={16} />,
        onSelect: () => setDialog('timeout'),
      },
    mayBan && {
      id: 'ban',
      group: 'moderate',
      label: t(ban?.kind === 'ban' ? 'member.changeBan' : 'member.ban'),
      icon: <BanIcon size={16} />,
      onSelect: () => setDialog('ban'),
    },
    mayUnban &&
      ban !== null && {
        id: 'unban',
        group: 'moderate',
        label: t(ban.kind === 'timeout' ? 'member.endTimeout' : 'member.unban'),
        icon: <CheckIcon size={16} />,
        onSelect: () => setDialog('unban'),
      },
    mayUnban &&
      ban === null &&
      contentHidden && {
        id: 'restore',
        group: 'moderate',
        label: t('member.restore'),
        icon: <EyeIcon size={16} />,
        onSelect: () => void attempt(() => decideBan('done.restored', { ban: false })),
      },
  ]
  return {
    ...shared,
    standing,
    person,
    decisions: decisions.filter((decision) => decision !== false),
    dialog: dialog && (
      <AuthorDialog
        kind={dialog}
        name={name}
        standing={standing}
        canned={canned}
        onBan={decideBan}
        onWarn={warn}
        onClose={() => setDialog(null)}
      />
    ),
  }
}

interface AuthorDialogProps {
  kind: DialogKind
  name: string
  standing: Standing
  canned: readonly CannedReason[]
  /** Changes or ends the person's ban. */
  onBan: (messageKey: DoneKey, change: Partial<CallInput<'userBan'>>) => Promise<void>
  onWarn: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for the details of a decision. */
function AuthorDialog({ kind, name, standing, canned, onBan, onWarn, onClose }: AuthorDialogProps) {
  const { ban, contentHidden } = standing
  const shared = { name, canned, onClose }
  if (kind === 'warn') return <WarnDialog {...shared} onWarn={onWarn} />
  if (kind === 'timeout') {
    return <TimeoutDialog {...shared} present={ban} onDecide={(choice) => onBan('done.timedOut', choice)} />
  }
  if (kind === 'ban') {
    const present = ban?.kind === 'ban' ? ban : null
    return (
      <BanDialog
        {...shared}
        contentHidden={contentHidden}
        ban={present}
        onBan={(choice) => onBan(present ? 'done.banChanged' : 'done.banned', choice)}
      />
    )
  }
  if (!ban) return null
  return (
    <UnbanDialog
      name={name}
      contentHidden={contentHidden}
      ban={ban}
      onUnban={() => onBan(ban.kind === 'timeout' ? 'done.timeoutEnded' : 'done.unbanned', { ban: false })}
      onClose={onClose}
    />
  )
}

/** The person as policies see them. Only the server knows whether they are an admin. */
function personOf({ userId, tokenName, isOwner, permissions }: Standing): PersonFacts {
  return { userId, tokenName, networkAdmin: false, domainAdmin: false, owner: isOwner, permissions }
}
