import { type CallInput, hasPermission, type Standing } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { IconButton, Menu, type MenuItem, MoreIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmailDialog } from './email-dialog.tsx'
import { MemberCardDialog } from './member-card.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { useMemberDecisions } from './use-member-decisions.tsx'

type DoneKey = Extract<keyof typeof moderationMessages, `done.${string}`>
type Asked = 'card' | 'permissions' | { email: string | null }

export interface MemberMenuProps {
  tokenName: string
  userId: string
  name: string
  /** What its button shows. Default: three dots. */
  icon?: ReactNode
  /** Its button counts as pressed already. Default false. */
  isPressed?: boolean
  /** Called with their standing after a decision. Default: none. */
  onDecided?: (standing: Standing) => void
}

/** What the viewer may decide about somebody in a community, who need be no member. How they stand is asked for with the first press. */
export function MemberMenu(props: MemberMenuProps) {
  const { tokenName, userId, name, icon = <MoreIcon />, isPressed = false, onDecided } = props
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const viewer = useViewer() ?? null
  const [asked, setAsked] = useState<Asked | null>(null)
  const about = useMemberDecisions({ tokenName, userId, name, onDecided })
  const { standing, may, busy, attempt } = about
  const load = () => attempt(about.load)

  const begin = useRef(isPressed ? load : null)
  useEffect(() => {
    void begin.current?.()
    begin.current = null
  }, [])

  function decided(done: DoneKey, next: Standing): void {
    setAsked(null)
    about.decided(done, next)
  }
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

  if (!standing || !may) {
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
  const { isPartner, isModerator } = standing
  const items: (MenuItem | false)[] = [
    may.card && { id: 'card', label: t('member.card'), onSelect: () => setAsked('card') },
    ...about.decisions,
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
      {asked === 'card' && (
        <MemberCardDialog
          {...{ tokenName, userId, name }}
          onDecided={(next) => {
            void load()
            onDecided?.(next)
          }}
          onClose={close}
        />
      )}
      {about.dialog}
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
