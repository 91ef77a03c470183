import { randomId } from '@stoa/client'
import { loadCannedReasons, loadCommunityRules, ReasonDialog, ReportDialog } from '@stoa/comments'
import {
  type CallInput,
  type CannedReason,
  type Community,
  canApprovePost,
  canEditPost,
  canManageDraft,
  isOwn,
  isPublicPost,
  type Viewer,
} from '@stoa/contract'
import { loadCommunity, type StoredPost } from '@stoa/store'
import { useActions, useCommunity, useStoa, useStoaState } from '@stoa/store/react'
import { BellIcon, createToasts, lazy, type MenuItem, ToastRegion, type Toasts, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { HiddenPost } from './hidden-post.tsx'
import { HistoryDialog, type HistoryDialogProps } from './history-dialog.tsx'
import { toolsMessages } from './messages.ts'
import { focusTitle, PostDecision } from './post-decision.tsx'
import { showPostToast } from './post-toast.ts'
import { factsOf, mayHideForMe, type PostToolsAbout, postToolItems } from './post-tool-items.tsx'
import { filesOf, type PostFile, RemoveFileDialog, type RemoveFileDialogProps } from './remove-file-dialog.tsx'
import { ScheduledActions } from './scheduled-actions.tsx'
import { TopicDialog } from './topic-dialog.tsx'
import { useMutes } from './use-mutes.tsx'
import { useResultBubble } from './use-result-bubble.tsx'
import type { PostVersion } from './version-changes.tsx'

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
  onChanged?: ((message: string, undo?: () => void) => void) | undefined
  /** Called after the post was permanently deleted. Default: as `onChanged`. */
  onDeleted?: ((message: string) => void) | undefined
}

type OpenDialog =
  | { name: 'delete' | 'draft' | 'topic' | 'history' | 'promote' }
  | { name: 'hide'; canned: readonly CannedReason[] }
  | { name: 'file'; canned: readonly CannedReason[]; files: readonly PostFile[] }
  | { name: 'report'; rules: Community['rules'] }

/** Only members with money to spend need it. */
const promoteDialog = lazy(async () => (await import('./promote-dialog.tsx')).PromoteDialog)

const NONE: readonly MenuItem[] = []

/**
 * A signed-in person's actions on a post: items for its menu, and their dialogs. The menu itself is rendered elsewhere,
 * so that it stays open when this code loads.
 */
export function PostTools(props: PostToolsProps) {
  const { post, viewer, editHref, onItems, onFailure, onChanged, onDeleted = onChanged } = props
  const t = useTranslate(toolsMessages)
  const { changePost, deletePost, hideForMe, savePost } = useActions()
  const stoa = useStoa()
  const { clock } = stoa
  const { call } = stoa.client
  const community = useCommunity(post.tokenName)
  const about = { post, viewer, community, now: clock() }
  const hasPromotions = useHasPromotions(post.tokenName)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { bubble, say } = useResultBubble()
  const toasts = useToasts()
  const { items: mutes, dialog: blocking } = useMutes(post, { toasts, onFailure })
  const watching = useWatching(post, { say, onFailure })
  const { id: postId, scheduledAt } = post

  function tell(message: string, undo?: () => void) {
    if (onChanged) onChanged(message, undo)
    else if (undo) {
      const action = { label: t('tools.undo'), onAction: undo }
      showPostToast(stoa, toasts.open(), { postId, text: message, action })
    } else say(message)
  }
  function close(message?: string, undo?: () => void) {
    setDialog(null)
    if (message) tell(message, undo)
  }
  async function ask(name: OpenDialog['name']) {
    if (name === 'hide' || name === 'draft' || name === 'file') toasts.open()
    if (name === 'hide')
      setDialog({ name, canned: await loadCannedReasons(stoa, { tokenName: post.tokenName, postId }) })
    else if (name === 'file') await askForFile()
    else if (name === 'promote') await promoteDialog.load().then(() => setDialog({ name }))
    else if (name === 'report') setDialog({ name, rules: await loadCommunityRules(stoa, post.tokenName) })
    else setDialog({ name })
  }
  async function askForFile() {
    const { post: whole } = await call('postGet', { idOrSlug: postId })
    const files = filesOf(whole)
    if (files.length === 0) return tell(t('tools.file.none'))
    setDialog({ name: 'file', files, canned: await loadCannedReasons(stoa, { tokenName: post.tokenName, postId }) })
  }
  async function removeFile(input: Omit<CallInput<'mediaRemove'>, 'tokenName' | 'postId' | 'userId'>) {
    const { tokenName } = post
    const { activityId } = await call('mediaRemove', { tokenName, postId, ...input })
    const undo = () =>
      void call('moderationUndo', { tokenName, activityIds: [activityId] }).then(
        () => tell(t('tools.file.restored')),
        onFailure,
      )
    tell(t('tools.file.removed'), undo)
  }
  function lock(isLocked: boolean) {
    if (!onChanged) toasts.open()
    const texts = isOwn(viewer, post.publisherId) ? OWN_LOCK_TEXTS : LOCK_TEXTS
    void changePost({ call: 'postLock', postId, isLocked }).then(
      () => tell(t(isLocked ? texts.off : texts.on), () => lock(!isLocked)),
      onFailure,
    )
  }
  function setHidden(hidden: boolean) {
    if (!onChanged) toasts.open()
    const undo = hidden ? () => setHidden(false) : undefined
    void changePost({ call: 'postDelete', postId, hidden }).then(
      () => tell(t(hidden ? 'tools.hidden' : 'tools.restored'), undo),
      onFailure,
    )
  }
  function hideFromMe() {
    void hideForMe({ entityType: 'Post', entityId: postId, hide: true })
      .catch((error: unknown) => onFailure?.(error))
      // The menu disappears with the post. Its replacement gets the focus.
      .then(() => focusTitle(postId))
  }
  /** A scheduled post is scheduled again, if its time is still in the future. */
  async function undoDiscard() {
    await changePost({ call: 'postDelete', postId, hidden: false })
    if (scheduledAt !== null && scheduledAt > clock()) {
      await changePost({ call: 'postDraftSchedule', postId, scheduledAt })
    }
    tell(t('tools.restored'))
  }
  /** An edit as any other: it can be undone the same way, and meets conflicts. */
  async function restoreVersion({ title, postContent }: PostVersion) {
    const { tokenName, kind, revision, flairIds } = post
    await savePost({
      post: { tokenName, kind, title, postContent, ...(flairIds[0] && { flairId: flairIds[0] }) },
      edited: { postId, ...(revision !== undefined && { revision }) },
      idempotencyKey: randomId(),
      onSaved: () => close(t('history.restored')),
    })
  }
  const items = postToolItems(
    about,
    {
      hasPromotions,
      editHref,
      ask: (name) => void ask(name).catch((error: unknown) => onFailure?.(error)),
      change: (postChange, message) => void changePost(postChange).then(() => tell(message), onFailure),
      lock,
      setHidden,
      hideForMe: hideFromMe,
      mutes,
      watching,
    },
    t,
  )
  useItems(items, { post, onItems })
  return (
    <>
      {bubble}
      {toasts.region}
      {blocking}
      {dialog && (
        <PostDialog
          dialog={dialog}
          about={about}
          onChange={changePost}
          onDelete={() => deletePost({ postId, onDeleted: () => onDeleted?.(t('delete.done')) })}
          onHidden={() => tell(t('tools.hidden'), () => setHidden(false))}
          onRemoveFile={removeFile}
          onHideForMe={hideFromMe}
          onUndoDiscard={() => void undoDiscard().catch(onFailure)}
          onRestore={restoreVersion}
          onClose={close}
        />
      )}
    </>
  )
}

const LOCK_TEXTS = { on: 'tools.unlocked', off: 'tools.locked' } as const
const OWN_LOCK_TEXTS = { on: 'tools.comments.on.done', off: 'tools.comments.off.done' } as const

/** Passes on the items when they change, and none at the end. */
function useItems(items: readonly MenuItem[], { post, onItems }: Pick<PostToolsProps, 'post' | 'onItems'>): void {
  // The effect of an item depends only on its text and the post.
  const labels = items.map(({ label }) => label).join('\n')
  const lastItems = useRef<{ labels: string; post: StoredPost } | null>(null)
  useLayoutEffect(() => {
    if (lastItems.current?.labels === labels && lastItems.current.post === post) return
    lastItems.current = { labels, post }
    onItems(items)
  })
  useLayoutEffect(() => () => onItems(NONE), [onItems])
}

interface PostDialogProps {
  dialog: OpenDialog
  about: PostToolsAbout
  /** Makes the change and resolves to the changed post. Rejects with the error to show. */
  onChange: ReturnType<typeof useActions>['changePost']
  onDelete: () => Promise<void>
  /** Called after the post was hidden. */
  onHidden: () => void
  onRemoveFile: RemoveFileDialogProps['onRemove']
  onHideForMe: () => void
  onUndoDiscard: () => void
  onRestore: NonNullable<HistoryDialogProps['onRestore']>
  /** Closes the dialog. `message` announces the success. */
  onClose: (message?: string, undo?: () => void) => void
}

function PostDialog({ dialog, about, onChange, onClose, ...on }: PostDialogProps) {
  const t = useTranslate(toolsMessages)
  const { call } = useStoa().client
  const { post, viewer, community, now } = about
  const { id: postId, tokenName } = post
  switch (dialog.name) {
    case 'hide':
      return (
        <ReasonDialog
          canned={dialog.canned}
          title={t('hide.title')}
          help={t('hide.help')}
          submit={t('hide.submit')}
          onSubmit={async (why) => {
            await onChange({ call: 'postDelete', postId, hidden: true, ...why })
            on.onHidden()
          }}
          onClose={onClose}
        />
      )
    case 'file':
      return (
        <RemoveFileDialog
          files={dialog.files}
          canned={dialog.canned}
          onRemove={on.onRemoveFile}
          onClose={() => onClose()}
        />
      )
    case 'delete':
      return <DeleteDialog onDelete={on.onDelete} onClose={() => onClose()} />
    case 'report':
      return (
        <ReportDialog
          title={t('report.title')}
          rules={dialog.rules}
          onReport={async ({ reason = 'other', reasonText }) => {
            const reported = { tokenName, reportedType: 'Post', reportedPostId: postId } as const
            const why = { reportReason: reason, ...(reasonText && { reportText: reasonText }) }
            return (await call('reportCreate', { ...reported, ...why })).isNew
          }}
          onHide={mayHideForMe(about) ? on.onHideForMe : undefined}
          onClose={onClose}
        />
      )
    case 'draft': {
      if (!canManageDraft(viewer, factsOf(about), now).allowed) return null
      const close = (message?: string, isDiscarded = false) =>
        onClose(message, isDiscarded ? on.onUndoDiscard : undefined)
      return (
        <DraftDialog post={post} own={isOwn(viewer, post.publisherId)} now={now} onChange={onChange} onClose={close} />
      )
    }
    case 'history':
      return (
        <HistoryDialog
          post={post}
          onRestore={canEditPost(viewer, factsOf(about), now).allowed ? on.onRestore : undefined}
          onClose={() => onClose()}
        />
      )
    case 'promote': {
      const PromoteDialog = promoteDialog.code
      return PromoteDialog ? <PromoteDialog post={post} onClose={onClose} /> : null
    }
    case 'topic':
      return <TopicDialog post={post} topics={community?.activeFlairs ?? []} onChange={onChange} onClose={onClose} />
  }
}

/** Whether posts of a community can be promoted. Its own domain says so, also about the price. */
function useHasPromotions(tokenName: string): boolean {
  const stoa = useStoa()
  const community = useCommunity(tokenName)
  const isWanted = stoa.options.promotionDayPrice !== undefined
  const isUnknown = isWanted && community === undefined
  useEffect(() => {
    // Lists of posts don't have their communities. Without it, promotions aren't offered.
    if (isUnknown) loadCommunity(stoa, tokenName).catch(() => {})
  }, [stoa, tokenName, isUnknown])
  return isWanted && community !== undefined && community.moneyOff !== true
}

/** The item that notifies the viewer of each new comment, or no longer. */
function useWatching(
  { id: postId, status }: StoredPost,
  about: { say: (message: string) => void; onFailure: PostToolsProps['onFailure'] },
): MenuItem | false {
  const t = useTranslate(toolsMessages)
  const { watchPost } = useActions()
  const isWatched = useStoaState(({ watches }) => postId in watches)
  return (
    isPublicPost(status) && {
      id: 'watch',
      group: 'keep',
      label: t(isWatched ? 'tools.unwatch' : 'tools.watch'),
      icon: <BellIcon />,
      onSelect: () =>
        void watchPost({ postId, watch: !isWatched }).then(
          () => about.say(t(isWatched ? 'tools.unwatched' : 'tools.watched')),
          about.onFailure,
        ),
    }
  )
}

/** The menu's own toasts. Their region is rendered before the first message, because screen readers watch it. */
function useToasts(): { open: () => Toasts; region: ReactNode } {
  const [toasts] = useState(createToasts)
  const [isOpen, setOpen] = useState(false)
  function open(): Toasts {
    setOpen(true)
    return toasts
  }
  return { open, region: isOpen && <ToastRegion toasts={toasts} /> }
}
