import {
  type CallInput,
  canBan,
  canLiftBan,
  canSeeEmails,
  canSeeMemberCard,
  canSetPartner,
  canSetPermissions,
  canWarn,
  hasPermission,
  type PersonFacts,
  type Standing,
  type Viewer,
} from '@stoa/contract'
import { useAction, useStoa, useViewer } from '@stoa/store/react'
import { IconButton, Menu, type MenuItem, MoreIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { BanDialog } from './ban-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { MemberCardDialog } from './member-card.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { TimeoutDialog } from './timeout-dialog.tsx'
import { UnbanDialog } from './unban-dialog.tsx'
import { WarnDialog } from './warn-dialog.tsx'

type DoneKey = Extract<keyof typeof moderationMessages, `done.${string}`>
type Asked = 'card' | 'warn' | 'timeout' | 'ban' | 'unban' | 'permissions' | { email: string | null }

export interface MemberMenuProps {
  tokenName: string
  userId: string
  name: string
  /** Icon of the button. Default: three dots. */
  icon?: ReactNode
  /** The button starts pressed. Default false. */
  isPressed?: boolean
  /** Called with the person's standing after a decision. Default: none. */
  onDecided?: (standing: Standing) => void
}

/** The viewer's possible actions on a person in a community, member or not. Their standing is loaded on first press. */
export function MemberMenu(props: MemberMenuProps) {
  const { tokenName, userId, name, icon = <MoreIcon />, isPressed = false, onDecided } = props
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const viewer = useViewer() ?? null
  const [standing, setStanding] = useState<Standing | null>(null)
  const { busy, run } = useAction()
  const [asked, setAsked] = useState<Asked | null>(null)

  const attempt = (work: () => Promise<void>) => run(() => work().catch(alert))
  const load = () =>
    attempt(async () => setStanding((await call('communityStanding', { tokenName, memberId: userId })).standing))

  const begin = useRef(isPressed ? load : null)
  useEffect(() => {
    void begin.current?.()
    begin.current = null
  }, [])

  /** Shows the result of a decision. */
  function decided(done: DoneKey, next: Standing): void {
    setStanding(next)
    setAsked(null)
    onDecided?.(next)
    toasts.show({ text: t(done, { name }), tone: 'success' })
  }
  const decideBan = async (done: DoneKey, change: Partial<CallInput<'userBan'>>) =>
    decided(done, (await call('userBan', { tokenName, banUserId: userId, ban: true, ...change })).standing)
  const edit = (done: DoneKey, change: Partial<CallInput<'userEdit'>>) =>
    attempt(async () => {
      await call('userEdit', { editedUserId: userId, tokenName, ...change })
      decided(done, (await call('communityStanding', { tokenName, memberId: userId })).standing)
    })
  const showEmail = () =>
    attempt(async () => {
      const { emails } = await call('userGetUserEmails', { tokenName, userIds: [userId] })
      setAsked({ email: emails[0]?.email ?? null })
    })

  if (standing === null) {
    return (
      <IconButton
        size="s"
        label={t(busy ? 'member.loading' : 'member.menu', { name })}
        icon={icon}
        aria-haspopup="menu"
        aria-busy={busy || undefined}
        onClick={() => busy || void load()}
      />
    )
  }
  const may = rightsOver(viewer, standing)
  const { isPartner, isModerator, contentHidden, ban } = standing
  const items: (MenuItem | false)[] = [
    may.card && { id: 'card', label: t('member.card'), onSelect: () => setAsked('card') },
    may.warn && { id: 'warn', label: t('member.warn'), onSelect: () => setAsked('warn') },
    may.ban &&
      ban?.kind !== 'ban' && {
        id: 'timeout',
        label: t(ban ? 'member.changeTimeout' : 'member.timeout'),
        onSelect: () => setAsked('timeout'),
      },
    may.ban && {
      id: 'ban',
      label: t(ban?.kind === 'ban' ? 'member.changeBan' : 'member.ban'),
      danger: true,
      onSelect: () => setAsked('ban'),
    },
    may.unban &&
      ban !== null && {
        id: 'unban',
        label: t(ban.kind === 'timeout' ? 'member.endTimeout' : 'member.unban'),
        onSelect: () => setAsked('unban'),
      },
    may.unban &&
      ban === null &&
      contentHidden && {
        id: 'restore',
        label: t('member.restore'),
        onSelect: () => void attempt(() => decideBan('done.restored', { ban: false })),
      },
    may.partner && {
      id: 'partner',
      label: t(isPartner ? 'member.partner.remove' : 'member.partner.add'),
      onSelect: () => void edit(isPartner ? 'done.partnerRemoved' : 'done.partnerAdded', { approveSell: !isPartner }),
    },
    may.moderator && {
      id: 'moderator',
      label: t(isModerator ? 'member.moderator.remove' : 'member.moderator.add'),
      onSelect: () =>
        void edit(isModerator ? 'done.moderatorRemoved' : 'done.moderatorAdded', { addModerator: !isModerator }),
    },
    may.permissions && {
      id: 'permissions',
      label: t('member.permissions'),
      onSelect: () => setAsked('permissions'),
    },
    may.email && { id: 'email', label: t('member.email'), onSelect: () => void showEmail() },
  ]
  const offered = items.filter((item) => item !== false)
  const none: MenuItem[] = [{ id: 'none', label: t('member.nothing'), disabled: true }]
  const close = () => setAsked(null)
  return (
    <>
      <Menu label={t('member.menu', { name })} icon={icon} items={offered.length === 0 ? none : offered} defaultOpen />
      {asked === 'card' && <MemberCardDialog {...{ tokenName, userId, name }} onClose={close} />}
      {asked === 'ban' && (
        <BanDialog
          {...{ name, contentHidden }}
          ban={ban?.kind === 'ban' ? ban : null}
          onBan={(choice) => decideBan(ban?.kind === 'ban' ? 'done.banChanged' : 'done.banned', choice)}
          onClose={close}
        />
      )}
      {asked === 'warn' && (
        <WarnDialog
          {...{ tokenName, name }}
          onWarn={async (reason) => {
            await call('userWarn', { tokenName, warnedUserId: userId, reason })
            decided('done.warned', standing)
          }}
          onClose={close}
        />
      )}
      {asked === 'timeout' && (
        <TimeoutDialog
          name={name}
          present={ban}
          onDecide={(choice) => decideBan('done.timedOut', choice)}
          onClose={close}
        />
      )}
      {asked === 'unban' && ban && (
        <UnbanDialog
          {...{ name, contentHidden, ban }}
          onUnban={() => decideBan(ban.kind === 'timeout' ? 'done.timeoutEnded' : 'done.unbanned', { ban: false })}
          onClose={close}
        />
      )}
      {asked === 'permissions' && (
        <PermissionsDialog
          name={name}
          held={standing.permissions}
          canGive={(permission) => standing.isMember && hasPermission(viewer, tokenName, permission)}
          onSave={async (permissions) =>
            decided(
              'done.permissions',
              (await call('userPermissions', { tokenName, editedUserId: userId, permissions })).standing,
            )
          }
          onClose={close}
        />
      )}
      {asked !== null && typeof asked === 'object' && <EmailDialog {...{ name }} email={asked.email} onClose={close} />}
    </>
  )
}

/** The viewer's rights, by the same rules as the server's. Only the server knows who is an admin. */
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
