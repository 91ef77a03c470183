import { type Comment, canEditComment, canHideComment, isHidden, isOwn } from '@stoa/contract'
import { EditIcon, EyeOffIcon, LinkIcon, Menu, type MenuItem, TrashIcon, useTranslate } from '@stoa/ui'
import { useContext, useEffect, useState } from 'react'
import { CommentMenuView } from './comment-menu-view.ts'
import { HideDialog } from './hide-dialog.tsx'
import { commentMessages } from './messages.ts'
import { useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `CommentMenu`. */
export interface CommentMenuProps {
  /** The comment that the menu acts on. */
  comment: Comment
  /** Shown name of its author. */
  author: string
  /** The author wants to change the text. */
  onEdit: () => void
}

const COPIED_SHOWN_MS = 2000

/** What can be done with a comment besides reading, reacting and replying; opens at once. */
export function CommentMenu({ comment, author, onEdit }: CommentMenuProps) {
  const t = useTranslate(writingMessages)
  const label = useTranslate(commentMessages)
  const { viewer, actions, links } = useThread()
  const { alert, run } = useCommentAction({ isCommentChange: true })
  const draw = useContext(CommentMenuView)
  const [hiding, setHiding] = useState(false)
  const [copied, setCopied] = useState(false)
  const [now] = useState(Date.now)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('comment.copyLink'),
      icon: <LinkIcon size={16} />,
      onSelect: () => void copyText(new URL(links.comment(comment), location.href).href).then(setCopied),
    },
  ]
  if (canEditComment(viewer, comment, now).allowed) {
    items.push({ id: 'edit', label: t('comment.edit'), icon: <EditIcon size={16} />, onSelect: onEdit })
  }
  if (!isHidden(comment.status) && canHideComment(viewer, comment, { hidden: true, now }).allowed) {
    const own = isOwn(viewer, comment.publisherId)
    items.push({
      id: 'hide',
      label: t(own ? 'comment.delete' : 'comment.hide'),
      icon: own ? <TrashIcon size={16} /> : <EyeOffIcon size={16} />,
      danger: true,
      // Without a question: a deleted comment stays in place for its author with a button that restores it.
      onSelect: () => (own ? void run(() => actions.hide({ commentId: comment.id, hidden: true })) : setHiding(true)),
    })
  }
  const menu = { label: label('comment.menu', { author }), items, defaultOpen: true }
  return (
    <>
      {draw ? draw({ comment, author, menu }) : <Menu {...menu} />}
      <span className="stoa-comment-menu-news" role="status">
        {copied ? t('comment.copyLink.done') : ''}
      </span>
      {alert && (
        <p className="stoa-comment-menu-news stoa-comments-alert" role="alert">
          {alert}
        </p>
      )}
      {hiding && (
        <HideDialog
          onHide={(why) => actions.hide({ commentId: comment.id, hidden: true, ...why })}
          onClose={() => setHiding(false)}
        />
      )}
    </>
  )
}

/** Puts text on the clipboard; false when the browser does not let us. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // A page without HTTPS has no clipboard interface, but this older way.
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand?.('copy') ?? false
    area.remove()
    return done
  }
}
