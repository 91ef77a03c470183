import {
  type Community,
  canDeletePost,
  canEditPost,
  canHidePost,
  canHidePostForMe,
  canLockPost,
  canManageDraft,
  canPinPost,
  canPromotePost,
  canRemoveFile,
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
import type { PostChange, StoredPost } from '@stoa/store'
import {
  ArrowUpIcon,
  ClockIcon,
  EditIcon,
  EyeIcon,
  EyeOffIcon,
  FlagIcon,
  ImageIcon,
  LockIcon,
  type MenuItem,
  PinIcon,
  ShareIcon,
  TagIcon,
  type Translate,
  TrashIcon,
} from '@stoa/ui'
import type { toolsMessages } from './messages.ts'

/** The post, its community and the viewer, for permissions. */
export interface PostToolsAbout {
  post: StoredPost
  viewer: NonNullable<Viewer>
  community: Community | undefined
  now: number
}

interface PostToolsActions {
  /** Posts can be promoted here. */
  hasPromotions: boolean
  /** Address for editing the post. */
  editHref: string
  /** Opens a dialog. */
  ask: (what: 'delete' | 'promote' | 'report' | 'hide' | 'draft' | 'topic' | 'history' | 'file') => void
  /** Makes a change and announces it. */
  change: (postChange: PostChange, message: string) => void
  lock: (isLocked: boolean) => void
  /** Hides the post without a reason, or restores it. */
  setHidden: (hidden: boolean) => void
  hideForMe: () => void
  /** Mute the post's thread, topic, community and author for the viewer, block the author, or end that. */
  mutes: readonly MenuItem[]
  /** Notifies the viewer of each new comment, or no longer. */
  watching: MenuItem | false
}

/** The post as policies see it. */
export const factsOf = ({ post, community }: Pick<PostToolsAbout, 'post' | 'community'>) => ({
  ...post,
  approvePosts: community?.approvePosts ?? false,
})

/** Whether the viewer can hide the post for themselves. On a partner's site it belongs to the article, which stays. */
export function mayHideForMe({ post, viewer, community }: PostToolsAbout): boolean {
  const atHome = viewer.site === null
  return atHome && isPublicPost(post.status) && canHidePostForMe(viewer, factsOf({ post, community })).allowed
}

/** Whether a post may show an upload. Lists don't have its text. */
function hasFile({ postContent, heroImage, featuredImage, contentImage }: StoredPost): boolean {
  const addresses = [heroImage, featuredImage, contentImage].map((image) => image?.url ?? '')
  return [postContent ?? '', ...addresses].some((text) => text.includes('/media/'))
}

const LOCK_LABELS = { on: 'tools.unlock', off: 'tools.lock' } as const
const OWN_LOCK_LABELS = { on: 'tools.comments.on', off: 'tools.comments.off' } as const

/** The items of a post's menu that the viewer may use. */
export function postToolItems(
  about: PostToolsAbout,
  actions: PostToolsActions,
  t: Translate<typeof toolsMessages>,
): MenuItem[] {
  const { post, viewer, community, now } = about
  const { editHref, ask, change, lock, setHidden } = actions
  const { id: postId, isPinned, isSyndicated } = post
  const facts = factsOf(about)
  const isOwnPost = isOwn(viewer, post.publisherId)
  const atHome = viewer.site === null
  const here = isWithinSite(viewer, post)
  const hidden = isHidden(post.status)
  const mayEdit = canEditPost(viewer, facts, now).allowed
  // On a partner's site the article stays open.
  const editing = atHome ? { href: editHref } : { onSelect: () => void window.open(editHref, '_blank', 'noopener') }
  const ownGroup = isOwnPost ? 'edit' : 'moderate'
  // What authors have turned off, only they turn on again. Moderators can lock it, too.
  const isLocked = post.isLocked && (isOwnPost || post.lockedBy !== 'author')
  const lockLabels = isOwnPost ? OWN_LOCK_LABELS : LOCK_LABELS
  const items: (MenuItem | false)[] = [
    actions.watching,
    atHome &&
      actions.hasPromotions &&
      canPromotePost(viewer, facts, now).allowed && {
        id: 'promote',
        group: 'keep',
        label: t('tools.promote'),
        icon: <ArrowUpIcon />,
        onSelect: () => ask('promote'),
      },
    mayEdit && { id: 'edit', group: 'edit', label: t('tools.edit'), icon: <EditIcon />, ...editing },
    atHome &&
      canManageDraft(viewer, facts, now).allowed && {
        id: 'draft',
        group: 'edit',
        label: t('tools.draft'),
        icon: <ClockIcon />,
        onSelect: () => ask('draft'),
      },
    here &&
      (community?.activeFlairs.length ?? 0) > 0 &&
      mayEdit && {
        id: 'topic',
        group: 'edit',
        label: t('tools.flair'),
        icon: <TagIcon />,
        onSelect: () => ask('topic'),
      },
    atHome &&
      post.editedAt !== null &&
      canSeeRevisions(viewer, facts).allowed && {
        id: 'history',
        group: 'edit',
        label: t('tools.history'),
        icon: <ClockIcon />,
        onSelect: () => ask('history'),
      },
    here &&
      canPinPost(viewer, facts, { isPinned: !isPinned, now }).allowed && {
        id: 'pin',
        group: 'moderate',
        label: t(isPinned ? 'tools.unpin' : 'tools.pin'),
        icon: <PinIcon />,
        onSelect: () =>
          change({ call: 'postPin', postId, isPinned: !isPinned }, t(isPinned ? 'tools.unpinned' : 'tools.pinned')),
      },
    here &&
      isPublicPost(post.status) &&
      canLockPost(viewer, facts, { isLocked: !isLocked, now }).allowed && {
        id: 'lock',
        group: ownGroup,
        label: t(isLocked ? lockLabels.on : lockLabels.off),
        icon: <LockIcon />,
        onSelect: () => lock(!isLocked),
      },
    atHome &&
      canSyndicatePost(viewer, facts, { syndicate: !isSyndicated, now }).allowed && {
        id: 'syndicate',
        group: 'moderate',
        label: t(isSyndicated ? 'tools.unsyndicate' : 'tools.syndicate'),
        icon: <ShareIcon />,
        onSelect: () =>
          change(
            { call: 'postSyndicate', postId, syndicate: !isSyndicated },
            t(isSyndicated ? 'tools.unsyndicated' : 'tools.syndicated'),
          ),
      },
    here &&
      post.status !== PostStatus.draft &&
      canHidePost(viewer, facts, { hidden: !hidden, now }).allowed && {
        id: 'hide',
        group: ownGroup,
        label: t(hidden ? 'tools.restore' : isOwnPost ? 'tools.hide' : 'tools.hide.why'),
        icon: hidden ? <EyeIcon /> : <EyeOffIcon />,
        onSelect: () => (hidden || isOwnPost ? setHidden(!hidden) : ask('hide')),
      },
    atHome &&
      hasFile(post) &&
      canRemoveFile(viewer, facts, now).allowed && {
        id: 'file',
        group: 'moderate',
        label: t('tools.file'),
        icon: <ImageIcon />,
        onSelect: () => ask('file'),
      },
    atHome &&
      post.status !== PostStatus.draft &&
      canDeletePost(viewer, { ...facts, isArticle: post.articleUrl !== null }, now).allowed && {
        id: 'delete',
        group: ownGroup,
        label: t('tools.delete'),
        icon: <TrashIcon />,
        danger: true,
        onSelect: () => ask('delete'),
      },
    mayHideForMe(about) && {
      id: 'hide-for-me',
      group: 'hide',
      label: t('tools.hideForMe'),
      icon: <EyeOffIcon />,
      onSelect: actions.hideForMe,
    },
    ...(atHome ? actions.mutes : []),
    here &&
      canReportPost(viewer, facts, now).allowed && {
        id: 'report',
        group: 'hide',
        label: t('tools.report'),
        icon: <FlagIcon />,
        onSelect: () => ask('report'),
      },
  ]
  return items.filter((item) => item !== false)
}
