import { ReasonDialog } from '@stoa/comments'
import {
  canEditPost,
  canHidePost,
  canManageDraft,
  canPinPost,
  canSeeRevisions,
  canSyndicatePost,
  isHidden,
  isOwn,
  PostStatus,
  type Viewer,
} from '@stoa/contract'
import type { PostChange, StoredPost } from '@stoa/store'
import { useActions, useCommunity, useStoa } from '@stoa/store/react'
import {
  ClockIcon,
  EditIcon,
  EyeIcon,
  EyeOffIcon,
  type MenuItem,
  PinIcon,
  QuoteIcon,
  ShareIcon,
  useTranslate,
} from '@stoa/ui'
import { useState } from 'react'
import { DraftDialog } from './draft-dialog.tsx'
import { FlairDialog } from './flair-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { PostMenu, type PostMenuProps } from './post-menu.tsx'
import { toolsMessages } from './tools-messages.ts'
import { useSaid } from './use-said.tsx'

/** Props of `PostTools`. */
export interface PostToolsProps extends Omit<PostMenuProps, 'items' | 'post'> {
  post: StoredPost
  /** Who may do what. */
  viewer: NonNullable<Viewer>
  /** Told why something was refused. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Told what was done. Default: the menu says it itself. */
  onChanged?: ((done: string) => void) | undefined
}

type Asked = 'hide' | 'draft' | 'flair' | 'history'

/** The menu of a post for somebody who is signed in: with all that they may do with it. */
export function PostTools({ post, viewer, onFailure, onChanged, ...menu }: PostToolsProps) {
  const t = useTranslate(toolsMessages)
  const { changePost } = useActions()
  const now = useStoa().clock()
  const community = useCommunity(post.tokenName)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { bubble, say } = useSaid()
  const facts = { ...post, approvePosts: community?.approvePosts ?? false }
  const own = isOwn(viewer, post.publisherId)
  const flairs = community?.activeFlairs ?? []

  const tell = onChanged ?? say
  const attempt = (wanted: PostChange, done: string) => void changePost(wanted).then(() => tell(done), onFailure)
  const close = (done?: string) => {
    setAsked(null)
    if (done) tell(done)
  }

  const { id: postId } = post
  const hidden = isHidden(post.status)
  const wanted = { hidden: !hidden, now }
  const items: (MenuItem | false)[] = [
    canManageDraft(viewer, facts, now).allowed && {
      id: 'draft',
      label: t('tools.draft'),
      icon: <ClockIcon />,
      onSelect: () => setAsked('draft'),
    },
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
    flairs.length > 0 &&
      canEditPost(viewer, facts, now).allowed && {
        id: 'flair',
        label: t('tools.flair'),
        icon: <QuoteIcon />,
        onSelect: () => setAsked('flair'),
      },
    post.editedAt !== null &&
      canSeeRevisions(viewer, facts).allowed && {
        id: 'history',
        label: t('tools.history'),
        icon: <EditIcon />,
        onSelect: () => setAsked('history'),
      },
    post.status !== PostStatus.draft &&
      canHidePost(viewer, facts, wanted).allowed && {
        id: 'hide',
        label: t(hidden ? 'tools.restore' : own ? 'tools.hide' : 'tools.hide.why'),
        icon: hidden ? <EyeIcon /> : <EyeOffIcon />,
        danger: !hidden,
        onSelect: () =>
          hidden || own
            ? attempt({ call: 'postDelete', postId, hidden: !hidden }, t(hidden ? 'tools.restored' : 'tools.hidden'))
            : setAsked('hide'),
      },
  ]
  return (
    <>
      <PostMenu {...menu} post={post} items={items.filter((item) => item !== false)} />
      {bubble}
      {asked === 'hide' && (
        <ReasonDialog
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
      {asked === 'draft' && <DraftDialog {...{ post, own, now }} onChange={changePost} onClose={close} />}
      {asked === 'history' && <HistoryDialog post={post} onClose={() => close()} />}
      {asked === 'flair' && <FlairDialog post={post} flairs={flairs} onChange={changePost} onClose={close} />}
    </>
  )
}
