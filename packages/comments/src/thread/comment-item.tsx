import type { Comment, MuteCause, ReactionName } from '@stoa/contract'
import { CommentStatus } from '@stoa/contract'
import { ReactionBar, Tips } from '@stoa/reactions'
import { closedDraftKey, draftKey } from '@stoa/store'
import {
  Anchor,
  Avatar,
  Badge,
  Button,
  IconButton,
  MoreIcon,
  RelativeTime,
  RoleBadge,
  translatable,
  useTranslate,
} from '@stoa/ui'
import { memo, useEffect, useState } from 'react'
import { Composer } from '../composer/composer.tsx'
import { lazyPart, prepareWriting } from '../lazy-part.tsx'
import { CommentText } from './comment-text.tsx'
import { threadMessages } from './messages.ts'
import type { Novelty } from './novelty.ts'
import { mayTry, type Unsent, useThread } from './thread-context.ts'

/** Props of `CommentItem`. */
export interface CommentItemProps {
  /** The comment or reply. */
  comment: Comment
  /** The viewer's reaction to it. Default: none. */
  mine?: ReactionName | null | undefined
  /** The viewer has hidden it for themselves. Default false. */
  hiddenForMe?: boolean | undefined
  /** Why the viewer has muted it. Default: not muted. */
  muted?: MuteCause | undefined
  /** The page was opened for this comment. Default false. */
  highlighted?: boolean | undefined
  /** How it is marked as new. Default: not marked. */
  novelty?: Novelty | undefined
  /** Shown before the server has accepted it. Default false. */
  sending?: boolean | undefined
  /** Why it wasn't sent yet. Default: it was, or is being sent for the first time. */
  unsent?: Unsent | undefined
}

/** A box under or in place of a comment. */
interface OpenBox {
  /** Text to add to the draft. */
  text?: string
  /** It was open when the page was left, and not opened now. */
  isRestored?: boolean
}

const CommentMarks = lazyPart('CommentMarks')
const CommentMenu = lazyPart('CommentMenu')
const HiddenForMe = lazyPart('HiddenForMe')
const HiddenNotice = lazyPart('HiddenNotice')
const MutedComment = lazyPart('MutedComment')
const UnsentNotice = lazyPart('UnsentNotice')
const UnsentState = lazyPart('UnsentState')

/** A comment or reply: author, time, text and actions. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { comment, mine, highlighted = false, sending = false, unsent } = props
  const t = useTranslate(threadMessages)
  const { viewer, permission, postPublisherId, isStatic, actions, links, quote } = useThread()
  const [menu, setMenu] = useState(false)
  /** Shown although it is muted. */
  const [isShownOnce, setShownOnce] = useState(false)

  const { id, content, publisherId, publisherSlugUrl, status } = comment
  const author = publisherId ? comment.publisherProfileName || comment.publisherName : t('comment.anonymous')
  const open = status === CommentStatus.published && !sending
  // A reply waits with the comment that it answers.
  const waits = unsent?.state === 'waiting' || unsent?.state === 'sending'
  const mayReply = (open || waits) && mayTry(permission)
  const [reply, setReply] = useOpenBox(`reply:${id}`, mayReply)
  const [editing, setEditing] = useOpenBox(`edit:${id}`, publisherId === viewer?.id)

  function toggleReply() {
    const text = quote.take()
    setReply(reply && !text ? null : { text })
  }

  const menuButton = (
    <IconButton
      size="s"
      icon={<MoreIcon />}
      label={t('comment.menu', { author })}
      aria-haspopup="menu"
      busy={menu}
      onPointerEnter={prepareWriting}
      onClick={() => setMenu(true)}
    />
  )

  const muted = isShownOnce ? undefined : props.muted
  if (content === null || props.hiddenForMe || muted) {
    return (
      <article id={`comment-${id}`} className="stoa-comment" data-placeholder="true" tabIndex={-1}>
        {content !== null && props.hiddenForMe ? (
          <HiddenForMe commentId={id} fallback="…" />
        ) : content !== null && muted ? (
          <MutedComment comment={comment} cause={muted} onShow={() => setShownOnce(true)} fallback="…" />
        ) : (
          translatable(t(status === CommentStatus.hiddenByPublisher ? 'comment.deleted' : 'comment.hidden'))
        )}
      </article>
    )
  }
  return (
    <article
      id={`comment-${id}`}
      className="stoa-comment"
      aria-label={
        comment.replyToPublisherName
          ? t('comment.by.reply', { author, to: comment.replyToPublisherName })
          : t('comment.by', { author })
      }
      data-comment={id}
      data-status={status}
      data-highlighted={highlighted}
      data-new={props.novelty}
      data-unsent={unsent?.state}
      tabIndex={-1}
    >
      <Avatar name={author} id={publisherId} src={comment.publisherImageUrl} size="s" />
      <header className="stoa-comment-head">
        {publisherId ? (
          <Anchor className="stoa-comment-author" href={links.author(publisherSlugUrl)} dir="auto">
            {author}
          </Anchor>
        ) : (
          <span className="stoa-comment-author">{author}</span>
        )}
        {publisherId !== '' && publisherId === postPublisherId && <Badge tone="accent">{t('comment.author')}</Badge>}
        <RoleBadge role={comment.publisherRole} />
        <span className="stoa-comment-meta">
          {sending ? (
            unsent ? (
              <UnsentState unsent={unsent} fallback="…" />
            ) : (
              translatable(t('comment.sending'))
            )
          ) : (
            <Anchor href={links.comment(comment)} aria-current={highlighted || undefined}>
              <RelativeTime value={comment.createdAt} />
            </Anchor>
          )}
          {comment.editedAt !== null && <span>{t('comment.edited')}</span>}
          {props.novelty === 'new' && <span className="stoa-comment-new">{t('comment.new')}</span>}
        </span>
        {(status === CommentStatus.pending || comment.moderationScore !== null) && <CommentMarks comment={comment} />}
      </header>
      <div className="stoa-comment-main">
        {comment.replyToPublisherName && (
          <p className="stoa-comment-answers">
            {t.rich('comment.answers', { author: <bdi>{comment.replyToPublisherName}</bdi> })}
          </p>
        )}
        {comment.hidden && <HiddenNotice comment={comment} fallback={<div className="stoa-comments-notice" />} />}
        {editing ? (
          <Composer purpose="edit" comment={comment} isRestored={editing.isRestored} onClose={() => setEditing(null)} />
        ) : (
          <CommentText content={content} mentions={comment.mentions} open={highlighted} />
        )}
        {unsent && !editing && <UnsentNotice comment={comment} unsent={unsent} onEdit={() => setEditing({})} />}
        {!isStatic && (
          <div className="stoa-comment-actions">
            <ReactionBar
              size="small"
              counts={comment.reactionsCount}
              mine={mine}
              disabled={!open}
              onReact={(reaction) => actions.react(id, reaction)}
            />
            <Tips tips={comment.tips} tokenName={comment.tokenName} />
            {mayReply && (
              <Button variant="quiet" size="s" data-action="reply" aria-expanded={reply !== null} onClick={toggleReply}>
                {t('comment.reply')}
              </Button>
            )}
            {!sending && (
              <span className="stoa-comment-menu">
                {menu ? (
                  <CommentMenu
                    comment={comment}
                    author={author}
                    muted={props.muted}
                    onEdit={() => setEditing({})}
                    fallback={menuButton}
                  />
                ) : (
                  menuButton
                )}
              </span>
            )}
          </div>
        )}
        {reply && mayReply && (
          <Composer
            purpose="reply"
            comment={comment}
            insert={reply}
            isRestored={reply.isRestored}
            onClose={() => setReply(null)}
          />
        )}
      </div>
    </article>
  )
})

/** A box for replying to or editing a comment; null: closed. */
function useOpenBox(target: string, may: boolean) {
  const { threadId, actions, viewer } = useThread()
  const [box, setBox] = useState<OpenBox | null>(null)
  const viewerId = viewer?.id
  // A draft from before the page was left reopens its box, without taking focus.
  useEffect(() => {
    const key = draftKey(threadId, target)
    if (may && actions.hasDraft(key) && !actions.hasDraft(closedDraftKey(key)))
      setBox((open) => open ?? { isRestored: true })
  }, [actions, may, target, threadId, setBox, viewerId])
  return [box, setBox] as const
}
