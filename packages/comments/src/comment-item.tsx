import type { Comment, ReactionName } from '@stoa/contract'
import { CommentStatus } from '@stoa/contract'
import { ReactionBar } from '@stoa/reactions'
import { Avatar, Badge, Button, IconButton, MoreIcon, RelativeTime, useTranslate } from '@stoa/ui'
import { memo, useState } from 'react'
import { CommentText } from './comment-text.tsx'
import { Composer } from './composer.tsx'
import { lazyPart, prepareWriting } from './lazy-part.tsx'
import { mayTry } from './may-try.ts'
import { commentMessages } from './messages.ts'
import { useThread } from './thread-context.ts'

/** Props of `CommentItem`. */
export interface CommentItemProps {
  /** The comment or reply. */
  comment: Comment
  /** The viewer's reaction to it. Default: none. */
  mine?: ReactionName | null | undefined
  /** It is what the page was opened for. Default false. */
  highlighted?: boolean | undefined
  /** It is shown before the server has taken it. Default false. */
  sending?: boolean | undefined
}

const CommentMenu = lazyPart('CommentMenu')
const HiddenNotice = lazyPart('HiddenNotice')

/** One comment or reply: who, when, what, and what can be done with it. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { comment, mine, highlighted = false, sending = false } = props
  const t = useTranslate(commentMessages)
  const { permission, postPublisherId, actions, links, quote } = useThread()
  const [reply, setReply] = useState<{ text: string } | null>(null)
  const [editing, setEditing] = useState(false)
  const [menu, setMenu] = useState(false)

  const { id, content, publisherId, publisherSlugUrl, status } = comment
  const author = publisherId ? comment.publisherProfileName || comment.publisherName : t('comment.anonymous')
  const open = status === CommentStatus.published && !sending
  const mayReply = open && mayTry(permission)

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

  if (content === null) {
    return (
      <article id={`comment-${id}`} className="stoa-comment" data-placeholder="true" tabIndex={-1}>
        {t(status === CommentStatus.hiddenByPublisher ? 'comment.deleted' : 'comment.hidden')}
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
      tabIndex={-1}
    >
      <Avatar name={author} id={publisherId} src={comment.publisherImageUrl} size="s" />
      <header className="stoa-comment-head">
        {publisherId ? (
          <a className="stoa-comment-author" href={links.author(publisherSlugUrl)} dir="auto">
            {author}
          </a>
        ) : (
          <span className="stoa-comment-author">{author}</span>
        )}
        {publisherId !== '' && publisherId === postPublisherId && <Badge tone="accent">{t('comment.author')}</Badge>}
        <span className="stoa-comment-meta">
          {sending ? (
            t('comment.sending')
          ) : (
            <a href={links.comment(comment)} aria-current={highlighted || undefined}>
              <RelativeTime value={comment.createdAt} />
            </a>
          )}
          {comment.editedAt !== null && <span>{t('comment.edited')}</span>}
        </span>
        {status === CommentStatus.pending && <Badge tone="warning">{t('comment.pending')}</Badge>}
        {comment.moderationScore !== null && (
          <Badge tone={comment.moderationScore > 50 ? 'danger' : 'warning'}>
            {t('comment.score', { score: comment.moderationScore })}
          </Badge>
        )}
      </header>
      <div className="stoa-comment-main">
        {comment.replyToPublisherName && (
          <p className="stoa-comment-answers" dir="auto">
            {t('comment.answers', { author: comment.replyToPublisherName })}
          </p>
        )}
        {comment.hidden && <HiddenNotice comment={comment} fallback={<div className="stoa-comments-notice" />} />}
        {editing ? (
          <Composer purpose="edit" comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <CommentText content={content} mentions={comment.mentions} open={highlighted} />
        )}
        <div className="stoa-comment-actions">
          <ReactionBar
            size="small"
            counts={comment.reactionsCount}
            mine={mine}
            disabled={!open}
            onReact={(reaction) => actions.react(id, reaction)}
          />
          {mayReply && (
            <Button variant="quiet" size="s" data-action="reply" aria-expanded={reply !== null} onClick={toggleReply}>
              {t('comment.reply')}
            </Button>
          )}
          {!sending && (
            <span className="stoa-comment-menu">
              {menu ? (
                <CommentMenu comment={comment} author={author} onEdit={() => setEditing(true)} fallback={menuButton} />
              ) : (
                menuButton
              )}
            </span>
          )}
        </div>
        {reply && mayReply && (
          <Composer
            purpose="reply"
            comment={comment}
            insert={reply.text ? reply : undefined}
            onClose={() => setReply(null)}
          />
        )}
      </div>
    </article>
  )
})
