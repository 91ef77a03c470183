import { AuthorMenu, type AuthorMenuProps, type MoreAboutAuthor } from '@stoa/comments/moderation'
import {
  type CallInput,
  canGrant,
  canSeeEmails,
  canSeeMemberCard,
  canSetPartner,
  canSetPermissions,
} from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { LockIcon, MailIcon, ShieldIcon, UserIcon, UsersIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { EmailDialog } from './email-dialog.tsx'
import { MemberCardDialog } from './member-card.tsx'
import { memberMessages } from './messages.ts'
import { PermissionsDialog } from './permissions-dialog.tsx'

type DoneKey = Extract<keyof typeof memberMessages, `done.${string}`>
type MemberDialog = { card: MoreAboutAuthor } | { permissions: MoreAboutAuthor } | { email: string | null }

export type MemberMenuProps = Pick<
  AuthorMenuProps,
  'tokenName' | 'userId' | 'name' | 'commentId' | 'inside' | 'onDecided'
>

/** A menu of decisions about a member: as an author, and about roles and permissions. */
export function MemberMenu(props: MemberMenuProps) {
  const { tokenName, userId, name } = props
  const t = useTranslate(memberMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const viewer = useViewer() ?? null
  const [dialog, setDialog] = useState<MemberDialog | null>(null)
  const tell = (messageKey: DoneKey) => toasts.show({ text: t(messageKey, { name }), tone: 'success' })
  const close = () => setDialog(null)

  function more(about: MoreAboutAuthor): ReturnType<NonNullable<AuthorMenuProps['more']>> {
    const { standing, person, attempt, onStanding } = about
    const { isMember, isPartner, isModerator, permissions } = standing
    const edit = (messageKey: DoneKey, change: Partial<CallInput<'userEdit'>>) =>
      attempt(async () => {
        await call('userEdit', { editedUserId: userId, tokenName, ...change })
        onStanding((await call('communityStanding', { tokenName, memberId: userId })).standing)
        tell(messageKey)
      })
    const showEmail = () =>
      attempt(async () => {
        const { emails } = await call('userGetUserEmails', { tokenName, userIds: [userId] })
        setDialog({ email: emails[0]?.email ?? null })
      })
    const now = Date.now()
    const grants = permissions.includes('hideContent') ? [] : (['hideContent'] as const)
    // Former members can't become partners or moderators, or get permissions.
    const mayPartner = (isMember || isPartner) && canSetPartner(viewer, person, now).allowed
    const mayModerator = (isMember || isModerator) && canSetPermissions(viewer, person, { grants, now }).allowed
    const mayPermit =
      (isMember || permissions.length > 0) && canSetPermissions(viewer, person, { grants: [], now }).allowed
    return {
      first: [
        canSeeMemberCard(viewer, person, now).allowed && {
          id: 'card',
          group: 'keep',
          label: t('member.card'),
          icon: <UserIcon size={16} />,
          onSelect: () => setDialog({ card: about }),
        },
      ],
      last: [
        mayPartner && {
          id: 'partner',
          group: 'edit',
          label: t(isPartner ? 'member.partner.remove' : 'member.partner.add'),
          icon: <UsersIcon size={16} />,
          onSelect: () => edit(isPartner ? 'done.partnerRemoved' : 'done.partnerAdded', { approveSell: !isPartner }),
        },
        mayModerator && {
          id: 'moderator',
          group: 'edit',
          label: t(isModerator ? 'member.moderator.remove' : 'member.moderator.add'),
          icon: <ShieldIcon size={16} />,
          onSelect: () =>
            edit(isModerator ? 'done.moderatorRemoved' : 'done.moderatorAdded', { addModerator: !isModerator }),
        },
        mayPermit && {
          id: 'permissions',
          group: 'edit',
          label: t('member.permissions'),
          icon: <LockIcon size={16} />,
          onSelect: () => setDialog({ permissions: about }),
        },
        canSeeEmails(viewer, tokenName, now).allowed && {
          id: 'email',
          group: 'keep',
          label: t('member.email'),
          icon: <MailIcon size={16} />,
          onSelect: showEmail,
        },
      ],
    }
  }
  return (
    <>
      <AuthorMenu {...props} toasts={toasts} more={more} />
      {dialog && 'card' in dialog && (
        <MemberCardDialog
          tokenName={tokenName}
          userId={userId}
          name={name}
          onDecided={dialog.card.onStanding}
          onClose={close}
        />
      )}
      {dialog && 'permissions' in dialog && (
        <PermissionsDialog
          name={name}
          permissions={dialog.permissions.standing.permissions}
          canGive={(permission) => dialog.permissions.standing.isMember && canGrant(viewer, tokenName, permission)}
          onSave={async (permissions) => {
            const response = await call('userPermissions', { tokenName, editedUserId: userId, permissions })
            dialog.permissions.onStanding(response.standing)
            close()
            tell('done.permissions')
          }}
          onClose={close}
        />
      )}
      {dialog && 'email' in dialog && <EmailDialog name={name} email={dialog.email} onClose={close} />}
    </>
  )
}
