import { BlockDialog, muteItems, muteMessages } from '@stoa/comments'
import { canActOnMembers, canReportOf, isOwn, type User } from '@stoa/contract'
import { useAction, useActions, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { FlagIcon, IconButton, Menu, type MenuItem, MoreIcon, UserIcon, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { readLastCommunity } from '../../shell/last-community.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { MemberMenu } from '../community/members/member-menu.tsx'
import { ReportMemberDialog } from '../community/members/report-member.tsx'
import { loadCommunities } from './author-communities.ts'
import { authorMessages } from './messages.ts'
import { useIgnoring } from './use-ignoring.ts'

/** A menu for muting, blocking and reporting a person, and moderating them where the viewer may. Not on one's own page. */
export function AuthorPageMenu({ user }: { user: User }) {
  const t = useTranslate(authorMessages)
  const tMute = useTranslate(muteMessages)
  const app = useHostedApp()
  const { clock } = useStoa()
  const viewer = useViewer()
  const communities = useStoaState((state) => state.communities)
  const { whenSignedIn } = useActions()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const ignoring = useIgnoring(user)
  /** Communities in which the person is active; null until the menu is first opened. */
  const [tokenNames, setTokenNames] = useState<readonly string[] | null>(null)
  const [isReporting, setReporting] = useState(false)
  const [isBlocking, setBlocking] = useState(false)
  /** The community whose decisions the menu offers. */
  const [moderated, setModerated] = useState<string | null>(null)
  const container = useRef<HTMLSpanElement>(null)
  const wasReporting = useRef(false)
  useEffect(() => {
    // After signing in there is nothing to return the focus to.
    if (wasReporting.current && !isReporting && document.activeElement === document.body) {
      container.current?.querySelector('button')?.focus()
    }
    wasReporting.current = isReporting
  }, [isReporting])
  const { id: userId, displayName: name } = user
  if (user.deleted || isOwn(viewer ?? null, userId)) return null

  const label = t('author.more', { name })
  const open = () => loadCommunities(app, { user, cameFrom: readLastCommunity() })
  const report = () =>
    void whenSignedIn({ action: 'report', run: () => setReporting(true) }).catch((error: unknown) => alert(error))
  const now = clock()
  const reportable = (tokenNames ?? []).filter(
    (tokenName) => !viewer || canReportOf(viewer, { tokenName, userId }, now).allowed,
  )
  const managed = (tokenNames ?? []).filter((tokenName) => canActOnMembers(viewer ?? null, tokenName, now))
  const items: MenuItem[] = managed.map((tokenName) => ({
    id: tokenName,
    group: 'moderate',
    label: t('author.moderate', { community: communities[tokenName]?.title ?? tokenName }),
    icon: <UserIcon size={16} />,
    staysOpen: true,
    onSelect: () => setModerated(tokenName),
  }))
  items.push(
    ...muteItems(
      {
        viewer: viewer ?? null,
        userId,
        name,
        onMute: (isMuted) => void ignoring.mute(isMuted).catch(alert),
        onBlock: (isBlocked) => (isBlocked ? setBlocking(true) : void ignoring.block(false).catch(alert)),
      },
      tMute,
    ),
  )
  if (reportable.length > 0) {
    items.push({
      id: 'report',
      group: 'hide',
      label: t('author.report', { name }),
      icon: <FlagIcon size={16} />,
      onSelect: report,
    })
  }
  const chosen = items.find(({ id }) => id === moderated)
  return (
    <span
      ref={container}
      className="stoa-app-viewer stoa-app-author-menu"
      data-known={viewer !== undefined || undefined}
    >
      {tokenNames === null ? (
        <IconButton
          label={label}
          icon={<MoreIcon />}
          size="m"
          busy={busy}
          aria-haspopup="menu"
          onClick={() => void run(() => open().then(setTokenNames, alert))}
        />
      ) : moderated && chosen ? (
        <MemberMenu
          key={moderated}
          tokenName={moderated}
          userId={userId}
          name={name}
          inside={{ menu: { label, size: 'm', items: items.filter((item) => item !== chosen) }, item: chosen }}
        />
      ) : (
        <Menu label={label} size="m" items={items} defaultOpen />
      )}
      {isBlocking && (
        <BlockDialog name={name} onBlock={() => ignoring.block(true)} onClose={() => setBlocking(false)} />
      )}
      {isReporting && tokenNames && (
        <ReportMemberDialog
          // If the viewer turns out to be banned in all of them, the server refuses the report.
          tokenNames={reportable.length > 0 ? reportable : tokenNames}
          first={readLastCommunity()}
          userId={userId}
          name={name}
          onClose={() => setReporting(false)}
        />
      )}
    </span>
  )
}
