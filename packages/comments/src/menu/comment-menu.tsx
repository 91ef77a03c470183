import {
  type CannedReason,
  type Comment,
  CommentStatus,
  type Community,
  canDeleteComment,
  canEditComment,
  canHideComment,
  canReportOf,
  isHidden,
  isOwn,
  type MuteCause,
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
  translatable,
  useTranslate,
} from '@stoa/ui'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { threadMessages } from '../thread/messages.ts'
import { type CommentSaves, useThread } from '../thread/thread-context.ts'
import { useCommentAction } from '../thread/use-comment-action.ts'
import type { BlockDialog } from './block-dialog.tsx'
import { CommentMenuView } from './comment-menu-view.ts'
import type { DeleteDialog } from './delete-dialog.tsx'
import { menuMessages, muteMessages } from './messages.ts'
import { muteItems } from './mute-items.tsx'
import type { ReasonDialog } from './reason-dialog.tsx'
import type { ReportDialog } from './report-dialog.tsx'

/** Props of `CommentMenu`. */
export interface CommentMenuProps {
  /** The menu's comment. */
  comment: Comment
  /** Displayed name of its author. */
  author: string
  /** Why the viewer has muted it, although it is shown once. Default: not muted. */
  muted?: MuteCause | undefined
  /** Called when the author wants to edit the text. */
  onEdit: () => void
}

/** The dialog that is open. */
type MenuDialog =
  | { what: 'hide'; Dialog: typeof ReasonDialog; canned: readonly CannedReason[] }
  | { what: 'delete'; Dialog: typeof DeleteDialog }
  | { what: 'block'; Dialog: typeof BlockDialog }
  | { what: 'report'; Dialog: typeof ReportDialog; rules: Community['rules'] }

const NEWS_SHOWN_MS = 2000
/** What is announced when it begins and when it ends. */
const MUTED = ['mute.muted', 'mute.unmuted'] as const
const BLOCKED = ['block.blocked', 'block.unblocked'] as const
const never = () => () => {}

/** Further actions on a comment. Opens at once. */
export function CommentMenu({ comment, author, muted, onEdit }: CommentMenuProps) {
  const t = useTranslate(menuMessages)
  const tMute = useTranslate(muteMessages)
  const label = useTranslate(threadMessages)
  const { viewer, actions, links } = useThread()
  const { alert, run } = useCommentAction({ isCommentChange: true })
  const draw = useContext(CommentMenuView)
  /** The dialog for a reason. Few readers need it, so its code loads on demand. */
  const [dialog, setDialog] = useState<MenuDialog | null>(null)
  const [container, setContainer] = useState<HTMLSpanElement | null>(null)
  const [news, setNews] = useState('')
  /** The menu hasn't been closed yet. */
  const [isFirst, setIsFirst] = useState(true)
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

  const copy = async (href: string) => {
    const isCopied = await copyText(new URL(href, location.href).href)
    setNews(isCopied ? t('comment.copyLink.done') : '')
  }
  const save = async ({ set, onSaved }: CommentSaves) => {
    if (!(await run(() => set(comment.id, !saved)))) return
    if (!saved && onSaved) onSaved(comment.id)
    else setNews(t(saved ? 'comment.unsaved' : 'comment.saved'))
  }

  const askToHide = () =>
    void run(async () => {
      const canned = actions.cannedReasons?.(comment) ?? []
      const { ReasonDialog: Dialog } = await import('./reason-dialog.tsx')
      setDialog({ what: 'hide', Dialog, canned: await canned })
    })
  const askToDelete = () =>
    void run(async () => {
      const { DeleteDialog: Dialog } = await import('./delete-dialog.tsx')
      setDialog({ what: 'delete', Dialog })
    })
  const askToReport = () =>
    void run(async () => {
      const rules = actions.rules?.(comment.tokenName) ?? []
      const { ReportDialog: Dialog } = await import('./report-dialog.tsx')
      setDialog({ what: 'report', Dialog, rules: await rules })
    })
  const askToBlock = () =>
    void run(async () => {
      const { BlockDialog: Dialog } = await import('./block-dialog.tsx')
      setDialog({ what: 'block', Dialog })
    })
  const { hideForMe, mute, block, done } = actions
  /** Mutes or blocks the author, or ends that, and offers to undo it. */
  async function change(what: 'mute' | 'block', isSet: boolean): Promise<void> {
    await actions[what]?.(comment.publisherId, isSet)
    const [set, ended] = what === 'mute' ? MUTED : BLOCKED
    done?.(tMute(isSet ? set : ended, { name: author }), () => change(what, !isSet))
  }
  async function deleteForGood() {
    const article = container?.closest('article')
    await actions.delete?.(comment.id)
    focusPlaceholder(article)
  }
  async function blockAuthor() {
    const article = container?.closest('article')
    await change('block', true)
    focusPlaceholder(article)
  }
  function hide() {
    collapse(async () => hideForMe?.(comment.id, true))
  }
  /** Does what replaces the comment by a line. */
  function collapse(work: () => Promise<unknown>) {
    const article = container?.closest('article')
    const root = article?.getRootNode() as Document | ShadowRoot | undefined
    // The menu disappears with the text. After a dialog has closed, too, the replacement gets the focus, unless that is
    // elsewhere by then.
    const focus = () => {
      if (!root?.activeElement || root.activeElement === document.body) focusPlaceholder(article, root)
    }
    void work().then(() => setTimeout(focus))
  }

  const isAuthor = isOwn(viewer, comment.publisherId)
  const { report } = actions
  const about = { tokenName: comment.tokenName, userId: comment.publisherId }
  const offered: (MenuItem | false | undefined)[] = [
    saves && {
      id: 'save',
      group: 'keep',
      label: t(saved ? 'comment.unsave' : 'comment.save'),
      icon: <BookmarkIcon size={16} />,
      onSelect: () => void save(saves),
    },
    {
      id: 'copy',
      group: 'keep',
      label: t('comment.copyLink'),
      icon: <LinkIcon size={16} />,
      onSelect: () => void copy((links.here ?? links.comment)(comment)),
    },
    links.here && {
      id: 'copy-forum',
      group: 'keep',
      label: t('comment.copyForumLink'),
      icon: <LinkIcon size={16} />,
      onSelect: () => void copy(links.comment(comment)),
    },
    canEditComment(viewer, comment, now).allowed && {
      id: 'edit',
      group: 'edit',
      label: t('comment.edit'),
      icon: <EditIcon size={16} />,
      onSelect: onEdit,
    },
    !isHidden(comment.status) &&
      canHideComment(viewer, comment, { hidden: true, now }).allowed && {
        id: 'hide',
        group: isAuthor ? 'edit' : 'moderate',
        label: t(isAuthor ? 'comment.delete' : 'comment.hide'),
        icon: isAuthor ? <TrashIcon size={16} /> : <EyeOffIcon size={16} />,
        // Needs no dialog: a deleted comment stays in place for its author with a button that restores it.
        onSelect: () =>
          isAuthor ? void run(() => actions.hide({ commentId: comment.id, hidden: true })) : askToHide(),
      },
    actions.delete &&
      canDeleteComment(viewer, comment, now).allowed && {
        id: 'delete',
        group: isAuthor ? 'edit' : 'moderate',
        label: t('comment.deleteForGood'),
        icon: <TrashIcon size={16} />,
        danger: true,
        onSelect: askToDelete,
      },
    viewer !== null &&
      hideForMe &&
      !isAuthor && {
        id: 'hide-for-me',
        group: 'hide',
        label: t('comment.hideForMe'),
        icon: <EyeOffIcon size={16} />,
        onSelect: hide,
      },
    ...(mute && block
      ? muteItems(
          {
            viewer,
            userId: comment.publisherId,
            name: author,
            cause: muted,
            onMute: (isMuted) => collapse(() => run(() => change('mute', isMuted))),
            onBlock: (isBlocked) => (isBlocked ? askToBlock() : void run(() => change('block', false))),
          },
          tMute,
        )
      : []),
    report &&
      comment.status === CommentStatus.published &&
      canReportOf(viewer, about, now).allowed && {
        id: 'report',
        group: 'hide',
        label: t('comment.report'),
        icon: <FlagIcon size={16} />,
        onSelect: askToReport,
      },
  ]
  const items = offered.filter((item) => !!item)
  const close = () => setDialog(null)
  // Drawn by another component, as after signing out, a closed menu stays closed.
  const menu = {
    ...{ label: label('comment.menu', { author }), items },
    ...{ defaultOpen: isFirst, onClose: () => setIsFirst(false) },
  }
  return (
    <>
      {draw ? draw({ comment, author, menu }) : <Menu {...menu} />}
      <span ref={setContainer} className="stoa-comment-menu-news" role="status">
        {translatable(news)}
      </span>
      {alert && (
        <p className="stoa-comment-menu-news stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
      {dialog?.what === 'report' && report && (
        <dialog.Dialog
          title={t('comment.report.title')}
          rules={dialog.rules}
          onReport={(why) => report(comment, why)}
          onHide={hideForMe && hide}
          onClose={close}
        />
      )}
      {dialog?.what === 'block' && <dialog.Dialog name={author} onBlock={blockAuthor} onClose={close} />}
      {dialog?.what === 'delete' && <dialog.Dialog onDelete={deleteForGood} onClose={close} />}
      {dialog?.what === 'hide' && (
        <dialog.Dialog
          canned={dialog.canned}
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

/** Focuses what has replaced a comment. */
function focusPlaceholder(
  article: HTMLElement | null | undefined,
  root = article?.getRootNode() as Document | ShadowRoot | undefined,
): void {
  if (article) root?.getElementById(article.id)?.focus({ preventScroll: true })
}

/** Copies text to the clipboard; false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without HTTPS there is no clipboard API, only this older method.
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const isCopied = document.execCommand?.('copy') ?? false
    area.remove()
    return isCopied
  }
}
