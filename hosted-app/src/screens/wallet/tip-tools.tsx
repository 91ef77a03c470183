import type { CommentMenuParts, DrawCommentMenu } from '@stoa/comments'
import { type Comment, canTip, type PostFacts, PostStatus, TIP_PARAMETER } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useActions, useComment, usePost, useStoa, useViewer } from '@stoa/store/react'
import { Button, CoinsIcon, IconButton, Menu, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TipDialog } from './tip-dialog.tsx'
import { tipMessages } from './tip-messages.ts'

/** The button that tips a post's author. */
export function TipButton({ postId }: { postId: string }) {
  const t = useTranslate(tipMessages)
  const post = usePost(postId)
  const mayTip = useMayTip()
  const [isOpen, setOpen] = useState(false)
  if (!post || !mayTip(post, null)) return null
  return (
    <>
      <Button variant="quiet" icon={<CoinsIcon />} onClick={() => setOpen(true)}>
        {t('tip.button')}
      </Button>
      {isOpen && <TipOf post={post} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Renders comment menus with an item that tips the author. `draw` renders them otherwise. */
export const withTip =
  (draw: DrawCommentMenu | null): DrawCommentMenu =>
  (about) => <TipMenu about={about} draw={draw} />

/** A button that tips a comment's author where its post isn't loaded. `archived`: its community is. */
export function CommentTip({ comment, archived }: { comment: Comment; archived: boolean }) {
  const t = useTranslate(tipMessages)
  const mayTip = useMayTip()
  const [isOpen, setOpen] = useState(false)
  const { tokenName } = comment
  // Lists of comments have none of other posts.
  const post = { tokenName, publisherId: '', status: PostStatus.published, kind: 'community', archived } as const
  if (!mayTip(post, comment)) return null
  return (
    <>
      <IconButton size="s" icon={<CoinsIcon size={16} />} label={t('tip.comment')} onClick={() => setOpen(true)} />
      {isOpen && <TipOf comment={comment} onClose={() => setOpen(false)} />}
    </>
  )
}

function TipMenu({ about, draw }: { about: CommentMenuParts; draw: DrawCommentMenu | null }) {
  const t = useTranslate(tipMessages)
  const { comment } = about
  const post = usePost(comment.postId)
  const mayTip = useMayTip()
  const [isOpen, setOpen] = useState(false)
  const item = {
    id: 'tip',
    group: 'keep' as const,
    label: t('tip.button'),
    icon: <CoinsIcon size={16} />,
    onSelect: () => setOpen(true),
  }
  const isOffered = post && mayTip(post, comment)
  const menu = isOffered ? { ...about.menu, items: [item, ...about.menu.items] } : about.menu
  return (
    <>
      {draw ? draw({ ...about, menu }) : <Menu {...menu} />}
      {isOpen && <TipOf comment={comment} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Opens the dialog on a page whose address asks for it, as the widget's links do. Visitors sign in first. */
export function LinkedTip({ postId, commentId }: { postId: string; commentId: string | null }) {
  const [parameters, setParameters] = useSearchParams()
  const { whenSignedIn } = useActions()
  const viewer = useViewer()
  const post = usePost(postId)
  const comment = useComment(commentId ?? '') ?? null
  const mayTip = useMayTip()
  const [isOpen, setOpen] = useState(false)
  const isWanted = parameters.has(TIP_PARAMETER) && viewer !== undefined
  useEffect(() => {
    if (!isWanted) return
    // Reloading the page doesn't ask again.
    const rest = (now: URLSearchParams) => new URLSearchParams([...now].filter(([name]) => name !== TIP_PARAMETER))
    setParameters(rest, { replace: true, preventScrollReset: true })
    // A visitor is asked to sign in.
    whenSignedIn({ action: 'tip', run: () => setOpen(true) }).catch(() => {})
  }, [isWanted, setParameters, whenSignedIn])
  const isShown = isOpen && post && (commentId === null || comment) && mayTip(post, comment)
  return isShown && <TipOf {...(comment ? { comment } : { post })} onClose={() => setOpen(false)} />
}

type TipOfProps = ({ post: StoredPost } | { comment: Comment }) & { onClose: () => void }

function TipOf({ onClose, ...tipped }: TipOfProps) {
  const isComment = 'comment' in tipped
  const { id, tokenName, publisherName, publisherProfileName } = isComment ? tipped.comment : tipped.post
  return (
    <TipDialog
      entityType={isComment ? 'Comment' : 'Post'}
      entityId={id}
      tokenName={tokenName}
      name={publisherProfileName || publisherName}
      onClose={onClose}
    />
  )
}

/** Whether the viewer may tip. Tipping joins the community, as reacting does. */
function useMayTip(): (post: Omit<PostFacts, 'approvePosts'>, comment: Comment | null) => boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  return (post, comment) => {
    const decision = canTip(viewer, { post: { ...post, approvePosts: false }, comment }, clock())
    return decision.allowed || decision.code === 'JOIN_REQUIRED'
  }
}
