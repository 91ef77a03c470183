import { loadCannedReasons, loadCommunityRules, ReasonDialog, ReportDialog } from '@stoa/comments'
import {
  type CannedReason,
  type Community,
  canApprovePost,
  canDeletePost,
  canEditPost,
  canHidePost,
  canHidePostForMe,
  canLockPost,
  canManageDraft,
  canPinPost,
  canReportPost,
  canSeeRevisions,
  canSyndicatePost,
  isHidden,
  isOwn,
  isPublicPost,
  isWithinSite,
  PostStatus,
  type Viewer,
} from '@stoa/contract'
import { hideCommunity, type PostChange, type StoredPost } from '@stoa/store'
import { useActions, useCommunity, useStoa, useViewer } from '@stoa/store/react'
import {
  ClockIcon,
  createToasts,
  EditIcon,
  EyeIcon,
  EyeOffIcon,
  FlagIcon,
  LockIcon,
  type MenuItem,
  PinIcon,
  QuoteIcon,
  ShareIcon,
  ToastRegion,
  type Toasts,
  TrashIcon,
  useTranslate,
} from '@stoa/ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { FlairDialog } from './flair-dialog.tsx'
import { HiddenPost } from './hidden-post.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { focusTitle, PostDecision } from './post-decision.tsx'
import { ScheduledActions } from './scheduled-actions.tsx'
import { toolsMessages } from './tools-messages.ts'
import { useSaid } from './use-said.tsx'

export { HiddenPost, PostDecision, ScheduledActions }

/** Whether a viewer can decide a pending post. */
export function decides(viewer: Viewer, post: StoredPost, now: number): boolean {
  return canApprovePost(viewer, { ...post, approvePosts: true }, now).allowed
}

/** Whether a viewer can publish or reschedule a scheduled post. */
export function manages(viewer: Viewer, post: StoredPost, now: number): boolean {
  return viewer?.site === null && canManageDraft(viewer, { ...post, approvePosts: false }, now).allowed
}

/** Props of `PostTools`. */
export interface PostToolsProps {
  /** The menu's post. */
  post: StoredPost
  /** The viewer, for permissions. */
  viewer: NonNullable<Viewer>
  /** Address for editing the post. */
  editHref: string
  /** Called with the menu's items, or none once it is removed. */
  onItems: (items: readonly MenuItem[]) => void
  /** Called when an action is refused. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Called after an action, with a function to undo it if possible. Default: the menu announces it. */
  onChanged?: ((done: string, undo?: () => void) => void) | undefined
  /** Called after the post was permanently deleted. Default: as `onChanged`. */
  onDeleted?: ((done: string) => void) | undefined
}

type Asked = 'delete' | 'report' | 'hide' | 'draft' | 'flair' | 'history'

const NONE: readonly MenuItem[] = []

/**
 * A signed-in person's actions on a post: items for its menu, and their dialogs. The menu itself is rendered elsewhere,
 * so that it stays open when this code loads.
 */
export function PostTools(props: PostToolsProps) {
  const { post, viewer, editHref, onItems, onFailure, onChanged, onDeleted = onChanged } = props
  const t = useTranslate(toolsMessages)
  const { changePost, deletePost, hideForMe } = useActions()
  const stoa = useStoa()
  const { client, clock } = stoa
  const now = clock()
  const community = useCommunity(post.tokenName)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [canned, setCanned] = useState<readonly CannedReason[]>([])
  const [rules, setRules] = useState<Community['rules']>([])
  const { bubble, say } = useSaid()
  const toasts = useToasts()
  const leaving = useLeavingOut(post, { toasts, onFailure })
  const facts = { ...post, approvePosts: community?.approvePosts ?? false }
  const own = isOwn(viewer, post.publisherId)
  const atHome = viewer.site === null
  const here = isWithinSite(viewer, post)
  const flairs = community?.activeFlairs ?? []
  // On a partner's site the article stays open.
  const editing = atHome ? { href: editHref } : { onSelect: () => void window.open(editHref, '_blank', 'noopener') }

  function tell(done: string, undo?: () => void) {
    if (onChanged) onChanged(done, undo)
    else if (undo) toasts.open().show({ text: done, action: { label: t('tools.undo'), onAction: undo } })
    else say(done)
  }
  const attempt = (wanted: PostChange, done: string) => void changePost(wanted).then(() => tell(done), onFailure)
  const lock = (isLocked: boolean) =>
    void changePost({ call: 'postLock', postId, isLocked }).then(
      () => tell(t(isLocked ? 'tools.locked' : 'tools.unlocked'), () => lock(!isLocked)),
      onFailure,
    )
  const close = (done?: string, undo?: () => void) => {
    setAsked(null)
    if (done) tell(done, undo)
  }

  const closeDraft = (done?: string, isDiscarded = false) =>
    close(done, isDiscarded ? () => void undoDiscard().catch(onFailure) : undefined)
  const { id: postId, scheduledAt } = post
  /** A scheduled post is scheduled again, if its time is still in the future. */
  async function undoDiscard() {
    await changePost({ call: 'postDelete', postId, hidden: false })
    if (scheduledAt !== null && scheduledAt > clock()) {
      await changePost({ call: 'postDraftSchedule', postId, scheduledAt })
    }
    tell(t('tools.restored'))
  }
  const hidden = isHidden(post.status)
  const wanted = { hidden: !hidden, now }
  const mayEdit = canEditPost(viewer, facts, now).allowed
  /** On a partner's site the post belongs to the article, which stays. */
  const mayHideForMe = atHome && isPublicPost(post.status) && canHidePostForMe(viewer, facts).allowed
  const hide = () => {
    void hideForMe({ entityType: 'Post', entityId: postId, hide: true })
      .catch((error: unknown) => onFailure?.(error))
      // The menu disappears with the post. Its replacement gets the focus.
      .then(() => focusTitle(postId))
  }
  async function askToHide() {
    setCanned(await loadCannedReasons(stoa, { tokenName: post.tokenName, postId }))
    setAsked('hide')
  }
  async function askToReport() {
    setRules(await loadCommunityRules(stoa, post.tokenName))
    setAsked('report')
  }
  const items: (MenuItem | false)[] = [
    mayEdit && { id: 'edit', label: t('tools.edit'), icon: <EditIcon />, ...editing },
    atHome &&
      canManageDraft(viewer, facts, now).allowed && {
        id: 'draft',
        label: t('tools.draft'),
        icon: <ClockIcon />,
        onSelect() {
          toasts.open()
          setAsked('draft')
        },
      },
    here &&
      canPinPost(viewer, facts, { isPinned: !post.isPinned, now }).allowed && {
        id: 'pin',
        label: t(post.isPinned ? 'tools.unpin' : 'tools.pin'),
        icon: <PinIcon />,
        onSelect: () =>
          attempt(
            { call: 'postPin', postId, isPinned: !post.isPinned },
            t(post.isPinned ? 'tools.unpinned' : 'tools.pinned'),
          ),
      },
    here &&
      isPublicPost(post.status) &&
      canLockPost(viewer, facts, now).allowed && {
        id: 'lock',
        label: t(post.isLocked ? 'tools.unlock' : 'tools.lock'),
        icon: <LockIcon />,
        onSelect() {
          if (!onChanged) toasts.open()
          lock(!post.isLocked)
        },
      },
    atHome &&
      canSyndicatePost(viewer, facts, { syndicate: !post.isSyndicated, now }).allowed && {
        id: 'syndicate',
        label: t(post.isSyndicated ? 'tools.unsyndicate' : 'tools.syndicate'),
        icon: <ShareIcon />,
        onSelect: () =>
          attempt(
            { call: 'postSyndicate', postId, syndicate: !post.isSyndicated },
            t(post.isSyndicated ? 'tools.unsyndicated' : 'tools.syndicated'),
          ),
      },
    here &&
      flairs.length > 0 &&
      mayEdit && {
        id: 'flair',
        label: t('tools.flair'),
        icon: <QuoteIcon />,
        onSelect: () => setAsked('flair'),
      },
    atHome &&
      post.editedAt !== null &&
      canSeeRevisions(viewer, facts).allowed && {
        id: 'history',
        label: t('tools.history'),
        icon: <EditIcon />,
        onSelect: () => setAsked('history'),
      },
    here &&
      post.status !== PostStatus.draft &&
      canHidePost(viewer, facts, wanted).allowed && {
        id: 'hide',
        label: t(hidden ? 'tools.restore' : own ? 'tools.hide' : 'tools.hide.why'),
        icon: hidden ? <EyeIcon /> : <EyeOffIcon />,
        danger: !hidden,
        onSelect: () =>
          hidden || own
            ? attempt({ call: 'postDelete', postId, hidden: !hidden }, t(hidden ? 'tools.restored' : 'tools.hidden'))
            : void askToHide(),
      },
    atHome &&
      post.status !== PostStatus.draft &&
      canDeletePost(viewer, { ...facts, isArticle: post.articleUrl !== null }, now).allowed && {
        id: 'delete',
        label: t('tools.delete'),
        icon: <TrashIcon />,
        danger: true,
        onSelect: () => setAsked('delete'),
      },
    mayHideForMe && { id: 'hide-for-me', label: t('tools.hideForMe'), icon: <EyeOffIcon />, onSelect: hide },
    atHome && leaving.item,
    here &&
      canReportPost(viewer, facts, now).allowed && {
        id: 'report',
        label: t('tools.report'),
        icon: <FlagIcon />,
        onSelect: () => void askToReport(),
      },
  ]
  const shown = items.filter((item) => item !== false)
  // The effect of an item depends only on its text and the post.
  const labels = shown.map(({ label }) => label).join('\n')
  const told = useRef<{ labels: string; post: StoredPost } | null>(null)
  useLayoutEffect(() => {
    if (told.current?.labels === labels && told.current.post === post) return
    told.current = { labels, post }
    onItems(shown)
  })
  useLayoutEffect(() => () => onItems(NONE), [onItems])
  return (
    <>
      {bubble}
      {toasts.region}
      {asked === 'hide' && (
        <ReasonDialog
          canned={canned}
          title={t('hide.title')}
          help={t('hide.help')}
          submit={t('hide.submit')}
          onSubmit={async (why) => {
            await changePost({ call: 'postDelete', postId, hidden: true, ...why })
            tell(t('tools.hidden'))
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <DeleteDialog
          onDelete={() => deletePost({ postId, onDeleted: () => onDeleted?.(t('delete.done')) })}
          onClose={() => close()}
        />
      )}
      {asked === 'report' && (
        <ReportDialog
          title={t('report.title')}
          rules={rules}
          onReport={async ({ reason = 'other', reasonText }) => {
            const reported = { tokenName: post.tokenName, reportedType: 'Post', reportedPostId: postId } as const
            const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
            return (await client.call('reportCreate', { ...reported, ...why })).isNew
          }}
          onHide={mayHideForMe ? hide : undefined}
          onClose={close}
        />
      )}
      {asked === 'draft' && canManageDraft(viewer, facts, now).allowed && (
        <DraftDialog post={post} own={own} now={now} onChange={changePost} onClose={closeDraft} />
      )}
      {asked === 'history' && <HistoryDialog post={post} onClose={() => close()} />}
      {asked === 'flair' && <FlairDialog post={post} flairs={flairs} onChange={changePost} onClose={close} />}
    </>
  )
}

/** The item that hides the post's community from the viewer's feeds or shows it again, with its message. */
function useLeavingOut(
  post: StoredPost,
  about: { toasts: ReturnType<typeof useToasts>; onFailure: PostToolsProps['onFailure'] },
): { item: MenuItem | false } {
  const t = useTranslate(toolsMessages)
  const stoa = useStoa()
  const { tokenName, communityTitle: community } = post
  const isLeftOut = useViewer()?.hiddenCommunities.includes(tokenName) ?? false

  function change(hide: boolean): void {
    const shown = about.toasts.open()
    const undo = { label: t('tools.undo'), onAction: () => change(!hide) }
    void hideCommunity(stoa, { tokenName, hide }).then(
      () => shown.show({ text: t(hide ? 'tools.leftOut' : 'tools.shownAgain', { community }), action: undo }),
      about.onFailure,
    )
  }
  return {
    item: isPublicPost(post.status) && {
      id: 'leave-out',
      label: t(isLeftOut ? 'tools.showAgain' : 'tools.leaveOut', { community }),
      icon: isLeftOut ? <EyeIcon /> : <EyeOffIcon />,
      onSelect: () => change(!isLeftOut),
    },
  }
}

/** The menu's own toasts. Their region is rendered before the first message, because screen readers watch it. */
function useToasts(): { open: () => Toasts; region: ReactNode } {
  const [toasts, setToasts] = useState<Toasts | null>(null)
  function open(): Toasts {
    const opened = toasts ?? createToasts()
    setToasts(opened)
    return opened
  }
  return { open, region: toasts && <ToastRegion toasts={toasts} /> }
}
