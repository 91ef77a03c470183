import {
  type Comment,
  CommentStatus,
  canEditComment,
  canHideComment,
  canReportOf,
  isHidden,
  isOwn,
} from '@stoa/contract'
import {
  BookmarkIcon,
  EditIcon,
  EyeOffIcon,
  FlagIcon,
  LinkIcon,
  Menu,
  type MenuItem,
  TrashIcon,
  useTranslate,
} from '@stoa/ui'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { CommentMenuView } from './comment-menu-view.ts'
import { commentMessages } from './messages.ts'
import type { ReasonDialog } from './reason-dialog.tsx'
import { type CommentSaves, useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `CommentMenu`. */
export interface CommentMenuProps {
  /** The menu's comment. */
  comment: Comment
  /** Displayed name of its author. */
  author: string
  /** Called when the author wants to edit the text. */
  onEdit: () => void
}

const NEWS_SHOWN_MS = 2000
const never = () => () => {}

/** Further actions on a comment; opens at once. */
export function CommentMenu({ comment, author, onEdit }: CommentMenuProps) {
  const t = useTranslate(writingMessages)
  const label = useTranslate(commentMessages)
  const { viewer, actions, links } = useThread()
  const { alert, run } = useCommentAction({ isCommentChange: true })
  const draw = useContext(CommentMenuView)
  const [asked, setAsked] = useState<'hide' | 'report' | null>(null)
  /** The dialog for a reason, loaded on demand because few readers need it. */
  const [Reason, setReason] = useState<typeof ReasonDialog | null>(null)
  const [news, setNews] = useState('')
  const { saves } = actions
  const saved = useSyncExternalStore(
    saves?.subscribe ?? never,
    () => saves?.has(comment.id) ?? false,
    () => false,
  )
  const [now] = useState(Date.now)

  useEffect(() => {
    if (!news) return
    const timer = setTimeout(() => setNews(''), NEWS_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [news])

  const copy = async () => {
    const done = await copyText(new URL(links.comment(comment), location.href).href)
    setNews(done ? t('comment.copyLink.done') : '')
  }
  const save = async ({ set }: CommentSaves) => {
    if (await run(() => set(comment.id, !saved))) setNews(t(saved ? 'comment.unsaved' : 'comment.saved'))
  }

  const ask = (what: 'hide' | 'report') =>
    void run(async () => {
      const { ReasonDialog } = await import('./reason-dialog.tsx')
      setReason(() => ReasonDialog)
      setAsked(what)
    })

  const items: MenuItem[] = [
    { id: 'copy', label: t('comment.copyLink'), icon: <LinkIcon size={16} />, onSelect: () => void copy() },
  ]
  if (saves) {
    const label = t(saved ? 'comment.unsave' : 'comment.save')
    items.push({ id: 'save', label, icon: <BookmarkIcon size={16} />, onSelect: () => void save(saves) })
  }
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
      // Without confirmation: a deleted comment stays in place for its author with a button that restores it.
      onSelect: () => (own ? void run(() => actions.hide({ commentId: comment.id, hidden: true })) : ask('hide')),
    })
  }
  const { report } = actions
  const about = { tokenName: comment.tokenName, userId: comment.publisherId }
  if (report && comment.status === CommentStatus.published && canReportOf(viewer, about, now).allowed) {
    const label = t('comment.report')
    items.push({ id: 'report', label, icon: <FlagIcon size={16} />, onSelect: () => ask('report') })
  }
  const close = () => setAsked(null)
  const menu = { label: label('comment.menu', { author }), items, defaultOpen: true }
  return (
    <>
      {draw ? draw({ comment, author, menu }) : <Menu {...menu} />}
      <span className="stoa-comment-menu-news" role="status">
        {news}
      </span>
      {alert && (
        <p className="stoa-comment-menu-news stoa-comments-alert" role="alert">
          {alert}
        </p>
      )}
      {Reason && asked === 'report' && report && (
        <Reason
          title={t('comment.report.title')}
          help={t('comment.report.help')}
          submit={t('comment.report.submit')}
          onSubmit={async (why) =>
            setNews(t((await report(comment, why)) ? 'comment.report.done' : 'comment.report.again'))
          }
          onClose={close}
        />
      )}
      {Reason && asked === 'hide' && (
        <Reason
          title={t('comment.hide.title')}
          help={t('comment.hide.help')}
          submit={t('comment.hide.submit')}
          onSubmit={(why) => actions.hide({ commentId: comment.id, hidden: true, ...why })}
          onClose={close}
        />
      )}
    </>
  )
}

/** Copies text to the clipboard; false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without HTTPS there is no clipboard API, but this older method.
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand?.('copy') ?? false
    area.remove()
    return done
  }
}
