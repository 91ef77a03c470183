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
import { IconButton, Menu, type MenuItem, MoreIcon, type Toasts, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BanDialog } from './ban-dialog.tsx'
import { decisionMessages } from './decision-messages.ts'
import { TimeoutDialog } from './timeout-dialog.tsx'
import { UnbanDialog } from './unban-dialog.tsx'
import { useTelling } from './use-telling.ts'
import { WarnDialog } from './warn-dialog.tsx'

type DoneKey = Extract<keyof typeof decisionMessages, `done.${string}`>
type Asked = 'warn' | 'timeout' | 'ban' | 'unban'

/** What an application offers besides. */
export interface MoreAboutAuthor {
  /** How the person stands. */
  standing: Standing
  /** The same as the rules see it. */
  person: PersonFacts
  /** Runs something, and shows why it failed. */
  attempt: (work: () => Promise<void>) => void
  /** Says how the person stands now. */
  onStanding: (standing: Standing) => void
}

/** Props of `AuthorMenu`. */
export interface AuthorMenuProps {
  tokenName: string
  userId: string
  name: string
  /** A comment by the person, from which this follows; needed on a partner's site. Default: none. */
  commentId?: string | undefined
  /** Reasons to choose from for a warning. */
  canned: readonly CannedReason[]
  /** Tells what came of it. */
  toasts: Toasts
  /** What its button shows. Default: three dots. */
  icon?: ReactNode
  /** Its button counts as pressed already. Default false. */
  isPressed?: boolean | undefined
  /** Called with their standing after a decision. Default: none. */
  onDecided?: ((standing: Standing) => void) | undefined
  /** Called when a warning is about to be written. Default: none. */
  onWarn?: () => void
  /** What is offered besides, before and after the rest. Default: nothing. */
  more?: (about: MoreAboutAuthor) => { first: (MenuItem | false)[]; last: (MenuItem | false)[] }
}

/** What the viewer may decide about somebody in a community, who need be no member. How they stand is asked for with the first press. */
export function AuthorMenu(props: AuthorMenuProps) {
  const { tokenName, userId, name, commentId, canned, toasts, icon = <MoreIcon />, isPressed = false } = props
  const { onDecided, onWarn, more } = props
  const t = useTranslate(decisionMessages)
  const { client, clock } = useStoa()
  const { call } = client
  const { alert, tellDone } = useTelling(tokenName, toasts)
  const viewer = useViewer() ?? null
  const [standing, setStanding] = useState<Standing | null>(null)
  const { busy, run } = useAction()
  const [asked, setAsked] = useState<Asked | null>(null)
  const written = commentId === undefined ? {} : { commentId }

  const attempt = (work: () => Promise<void>) => run(() => work().catch(alert))
  const read = async () => (await call('communityStanding', { tokenName, memberId: userId, ...written })).standing
  const load = () => attempt(async () => setStanding(await read()))

  const begin = useRef(isPressed ? load : null)
  useEffect(() => {
    void begin.current?.()
    begin.current = null
  }, [])

  function stand(next: Standing): void {
    setStanding(next)
    setAsked(null)
    onDecided?.(next)
  }
  /** Shows what came of a decision. */
  function decided(done: DoneKey, next: Standing, activityId: string | null): void {
    stand(next)
    tellDone(done, { name, activityId, onUndone: () => void read().then(stand, alert) })
  }
  const decideBan = async (done: DoneKey, change: Partial<CallInput<'userBan'>>) => {
    const ban = { tokenName, banUserId: userId, ban: true, ...written, ...change }
    const { standing: next, activityId } = await call('userBan', ban)
    decided(done, next, activityId)
  }

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
  const { contentHidden, ban } = standing
  const person = personOf(standing)
  const now = clock()
  const mayBan = canBan(viewer, person, now).allowed
  const mayUnban = canLiftBan(viewer, person, now).allowed
  const { first, last } = more?.({ standing, person, attempt: (work) => void attempt(work), onStanding: stand }) ?? {
    first: [],
    last: [],
  }
  const items: (MenuItem | false)[] = [
    ...first,
    canWarn(viewer, person, now).allowed && {
      id: 'warn',
      label: t('member.warn'),
      onSelect: () => {
        onWarn?.()
        setAsked('warn')
      },
    },
    mayBan &&
      ban?.kind !== 'ban' && {
        id: 'timeout',
        label: t(ban ? 'member.changeTimeout' : 'member.timeout'),
        onSelect: () => setAsked('timeout'),
      },
    mayBan && {
      id: 'ban',
      label: t(ban?.kind === 'ban' ? 'member.changeBan' : 'member.ban'),
      danger: true,
      onSelect: () => setAsked('ban'),
    },
    mayUnban &&
      ban !== null && {
        id: 'unban',
        label: t(ban.kind === 'timeout' ? 'member.endTimeout' : 'member.unban'),
        onSelect: () => setAsked('unban'),
      },
    mayUnban &&
      ban === null &&
      contentHidden && {
        id: 'restore',
        label: t('member.restore'),
        onSelect: () => void attempt(() => decideBan('done.restored', { ban: false })),
      },
    ...last,
  ]
  const offered = items.filter((item) => item !== false)
  const none: MenuItem[] = [{ id: 'none', label: t('member.nothing'), disabled: true }]
  const close = () => setAsked(null)
  return (
    <>
      <Menu label={t('member.menu', { name })} icon={icon} items={offered.length === 0 ? none : offered} defaultOpen />
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
          {...{ name, canned }}
          onWarn={async (reason) => {
            const { activityId } = await call('userWarn', { tokenName, warnedUserId: userId, reason, ...written })
            decided('done.warned', standing, activityId)
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
    </>
  )
}

/** What the rules see of somebody. Whether they are an admin only the server knows. */
function personOf({ userId, tokenName, isOwner, permissions }: Standing): PersonFacts {
  return { userId, tokenName, networkAdmin: false, domainAdmin: false, owner: isOwner, permissions }
}
