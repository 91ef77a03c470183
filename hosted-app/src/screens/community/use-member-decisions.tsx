import {
  type CallInput,
  canBan,
  canLiftBan,
  canSeeEmails,
  canSeeMemberCard,
  canSetPartner,
  canSetPermissions,
  canWarn,
  type PersonFacts,
  type Standing,
  type Viewer,
} from '@stoa/contract'
import { useAction, useStoa, useViewer } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { type ReactNode, useCallback, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { BanDialog } from './ban-dialog.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { TimeoutDialog } from './timeout-dialog.tsx'
import { UnbanDialog } from './unban-dialog.tsx'
import { WarnDialog } from './warn-dialog.tsx'

type DoneKey = Extract<keyof typeof moderationMessages, `done.${string}`>
type Asked = 'warn' | 'timeout' | 'ban' | 'unban'

export interface MemberDecisionsAbout {
  tokenName: string
  userId: string
  name: string
  /** Called with their standing after a decision. Default: none. */
  onDecided?: ((standing: Standing) => void) | undefined
}

/** A decision that the viewer may make about somebody. */
export interface MemberDecision {
  id: string
  label: string
  danger?: boolean
  onSelect: () => void
}

/** Warning, timing out and banning somebody, as far as the viewer may; nothing before their standing is loaded. Render `dialog`, which asks for details. */
export function useMemberDecisions({ tokenName, userId, name, onDecided }: MemberDecisionsAbout) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const viewer = useViewer() ?? null
  const [standing, setStanding] = useState<Standing | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { busy, run } = useAction()
  const load = useCallback(
    async () => setStanding((await call('communityStanding', { tokenName, memberId: userId })).standing),
    [call, tokenName, userId],
  )
  const attempt = (work: () => Promise<void>) => run(() => work().catch(alert))

  /** Shows what came of a decision. */
  function decided(done: DoneKey, next: Standing): void {
    setStanding(next)
    setAsked(null)
    onDecided?.(next)
    toasts.show({ text: t(done, { name }), tone: 'success' })
  }
  const decideBan = async (done: DoneKey, change: Partial<CallInput<'userBan'>>) =>
    decided(done, (await call('userBan', { tokenName, banUserId: userId, ban: true, ...change })).standing)

  const may = standing && rightsOver(viewer, standing)
  const ban = standing?.ban ?? null
  const decisions: (MemberDecision | false | null | undefined)[] = [
    may?.warn && { id: 'warn', label: t('member.warn'), onSelect: () => setAsked('warn') },
    may?.ban &&
      ban?.kind !== 'ban' && {
        id: 'timeout',
        label: t(ban ? 'member.changeTimeout' : 'member.timeout'),
        onSelect: () => setAsked('timeout'),
      },
    may?.ban && {
      id: 'ban',
      label: t(ban?.kind === 'ban' ? 'member.changeBan' : 'member.ban'),
      danger: true,
      onSelect: () => setAsked('ban'),
    },
    may?.unban &&
      ban && {
        id: 'unban',
        label: t(ban.kind === 'timeout' ? 'member.endTimeout' : 'member.unban'),
        onSelect: () => setAsked('unban'),
      },
    may?.unban &&
      !ban &&
      standing?.contentHidden && {
        id: 'restore',
        label: t('member.restore'),
        onSelect: () => void attempt(() => decideBan('done.restored', { ban: false })),
      },
  ]

  const close = () => setAsked(null)
  const dialogs: Record<Asked, (present: Standing) => ReactNode> = {
    warn: (present) => (
      <WarnDialog
        {...{ tokenName, name }}
        onWarn={async (reason) => {
          await call('userWarn', { tokenName, warnedUserId: userId, reason })
          decided('done.warned', present)
        }}
        onClose={close}
      />
    ),
    timeout: (present) => (
      <TimeoutDialog
        name={name}
        present={present.ban}
        onDecide={(choice) => decideBan('done.timedOut', choice)}
        onClose={close}
      />
    ),
    ban: ({ contentHidden }) => (
      <BanDialog
        {...{ name, contentHidden }}
        ban={ban?.kind === 'ban' ? ban : null}
        onBan={(choice) => decideBan(ban?.kind === 'ban' ? 'done.banChanged' : 'done.banned', choice)}
        onClose={close}
      />
    ),
    unban: ({ contentHidden }) =>
      ban && (
        <UnbanDialog
          {...{ name, contentHidden, ban }}
          onUnban={() => decideBan(ban.kind === 'timeout' ? 'done.timeoutEnded' : 'done.unbanned', { ban: false })}
          onClose={close}
        />
      ),
  }
  return {
    standing,
    may,
    busy,
    load,
    attempt,
    decided,
    decisions: decisions.filter((decision): decision is MemberDecision => Boolean(decision)),
    dialog: standing && asked ? dialogs[asked](standing) : null,
  }
}

/** What the viewer may decide, by the rules that the server asks, too. Whether somebody is an admin only the server knows. */
function rightsOver(viewer: Viewer, standing: Standing) {
  const { userId, tokenName, isMember, isPartner, isModerator, isOwner, permissions } = standing
  const person: PersonFacts = {
    userId,
    tokenName,
    networkAdmin: false,
    domainAdmin: false,
    owner: isOwner,
    permissions,
  }
  const now = Date.now()
  const given = permissions.includes('hideContent') ? [] : (['hideContent'] as const)
  return {
    card: canSeeMemberCard(viewer, person, now).allowed,
    warn: canWarn(viewer, person, now).allowed,
    ban: canBan(viewer, person, now).allowed,
    unban: canLiftBan(viewer, person, now).allowed,
    // Former members can't become partners or moderators, or get permissions.
    partner: (isMember || isPartner) && canSetPartner(viewer, person, now).allowed,
    moderator: (isMember || isModerator) && canSetPermissions(viewer, person, { given, now }).allowed,
    permissions: (isMember || permissions.length > 0) && canSetPermissions(viewer, person, { given: [], now }).allowed,
    email: canSeeEmails(viewer, tokenName, now).allowed,
  }
}
