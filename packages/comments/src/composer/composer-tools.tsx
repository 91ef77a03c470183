import { COMMENT_MAX_LENGTH, type Comment, isBlankText, normalizeText, textLength } from '@stoa/contract'
import { closedDraftKey, loadCommunity, ownDraftKey, putMembersOnly, type Stoa, watch } from '@stoa/store'
import { afterPaint, translatable } from '@stoa/ui'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type CommentDrafts, useThread } from '../thread/thread-context.ts'
import { useCommentAction } from '../thread/use-comment-action.ts'
import type { EarlyWish } from './composer.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { appendText } from './insert-text.ts'
import { MentionList } from './mention-list.tsx'
import { participantsOf } from './mention-query.ts'
import { useDraftBox } from './use-draft-box.ts'
import { useEditBase } from './use-edit-base.ts'
import { useMentions } from './use-mentions.ts'

/** Props of `ComposerTools`. */
export interface ComposerToolsProps {
  /** What is being written. */
  purpose: 'comment' | 'reply' | 'edit'
  /** The comment replied to or edited. */
  comment: Comment | undefined
  /** Text to append to the box; each new object appends once. */
  insert: { text?: string } | undefined
  /** The text box, which is rendered earlier than this part. */
  box: RefObject<HTMLTextAreaElement | null>
  /** Returns the key pressed before this part was loaded. From then on this part listens itself. */
  takeEarly: () => EarlyWish | undefined
  /** Key of the draft. */
  draftKey: string
  /** Who writes, also after signing out; empty for a visitor. */
  writerId: string
  /** Closes the box. */
  onClose: (() => void) | undefined
}

/** The parts around the text box while writing: completion, counter, errors, buttons. */
export function ComposerTools(props: ComposerToolsProps) {
  const { actions } = useThread()
  const { writerId } = props
  const [all, setAll] = useState<CommentDrafts>()
  useEffect(() => {
    void actions.drafts().then(setAll)
  }, [actions])
  const drafts = useMemo(() => all && draftsOf(all, writerId), [all, writerId])
  useEffect(() => actions.whileWriting?.(), [actions])
  return drafts ? <ReadyTools {...props} drafts={drafts} /> : <div className="stoa-composer-bar" />
}

/** The drafts of one person. */
function draftsOf({ get, set, subscribe }: CommentDrafts, writerId: string): CommentDrafts {
  const own = (key: string) => ownDraftKey(key, writerId)
  return { get: (key) => get(own(key)), set: (key, text) => set(own(key), text), subscribe }
}

function ReadyTools(props: ComposerToolsProps & { drafts: CommentDrafts }) {
  const { purpose, comment, insert, box, takeEarly, draftKey, writerId, onClose, drafts } = props
  const { viewer, actions, people, links } = useThread()
  const { busy, alert, run } = useCommentAction({ isCommentChange: purpose === 'edit' })
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  const [isAnonymous, setIsAnonymous] = useState(false)
  const listId = `people-${comment ? `${purpose}-${comment.id}` : ''}`
  const mentions = useMentions({
    box,
    listId,
    people: () => participantsOf(people(), viewer?.id),
    profileHref: links.author,
  })

  const content = normalizeText(text)
  const length = textLength(content)
  const edited = purpose === 'edit' ? comment : undefined
  const base = useEditBase({ box, drafts, draftKey, comment: edited })
  const initial = base.content
  const changed = content !== initial
  const sendable = !isBlankText(content) && length <= COMMENT_MAX_LENGTH && changed
  // While being sent, the comment is shown as edited.
  const overtaken = edited !== undefined && !busy && edited.editedAt !== base.editedAt

  async function send(anonymous = false) {
    const element = box.current
    if (!element || !sendable || busy) return
    const typed = element.value
    setIsAnonymous(anonymous)
    let created: { id: string } | void = undefined
    const submit = async () => {
      const replied = comment && { replyToCommentId: comment.id }
      // Showing the comment takes longer than showing that the button was pressed.
      await new Promise<void>(afterPaint)
      created = await actions.submit({ content: typed, ...replied, anonymous, draftKey, writerId })
    }
    const isSent = await run(() =>
      edited
        ? actions.edit({ commentId: edited.id, content: typed, editedAt: (overtaken ? edited : base).editedAt })
        : submit(),
    )
    if (!isSent) return element.focus()
    // Text typed in the meantime stays.
    if (drafts.get(draftKey) === typed) drafts.set(draftKey, '')
    base.forget()
    focusWritten(element, created, !onClose)
    onClose?.()
  }

  function close() {
    if (edited) {
      if (changed && !asking) return setAsking(true)
      drafts.set(draftKey, '')
      base.forget()
    }
    const article = box.current?.closest('article')
    if (box.current)
      passFocus(box.current, () => (edited ? article : article?.querySelector<HTMLElement>('[data-action="reply"]')))
    onClose?.()
  }

  // Without changes there is no conflict.
  useEffect(() => {
    if (overtaken && !changed) base.restart()
  })

  useDraftBox({
    box,
    drafts,
    draftKey,
    initial,
    onText(next) {
      setText(next)
      setAsking(false)
      if (drafts.get(draftKey) !== '') base.keep()
      mentions.look()
    },
    onKey(event) {
      if (mentions.onKey(event.key)) return true
      if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
      else return false
      return true
    },
    onBlur: mentions.close,
  })

  useScrollToOpened(box, onClose !== undefined)

  // Keys pressed before `useDraftBox` listened wait for the text that it found, and not longer: once the next key could
  // act on that text, both would.
  const early = useRef<EarlyWish>(undefined)
  function doEarly() {
    if (text !== box.current?.value) return
    const wish = early.current
    early.current = undefined
    if (wish === 'send') void send()
    else if (wish === 'close') close()
  }
  useLayoutEffect(doEarly)
  useEffect(() => {
    early.current ??= takeEarly()
    doEarly()
  })

  // After `useDraftBox`, whose listener stores the draft.
  useInserted(box, insert)
  useClosedMark(box, drafts, draftKey)

  if (asking) {
    const keep = () => {
      setAsking(false)
      box.current?.focus()
    }
    return <DiscardQuestion onDiscard={close} onKeep={keep} />
  }
  return (
    <>
      {mentions.offered.length > 0 && (
        <MentionList id={listId} people={mentions.offered} active={mentions.active} onTake={mentions.take} />
      )}
      {edited && overtaken && <EditConflict comment={edited} onTake={base.restart} />}
      <p className="stoa-comments-alert" role="alert">
        {translatable(alert)}
      </p>
      <ComposerBar
        purpose={purpose}
        length={length}
        sendable={sendable}
        overtaken={overtaken}
        busy={busy}
        isAnonymous={isAnonymous}
        onSend={send}
        onClose={onClose && close}
        onSignOut={() => box.current?.focus()}
      />
    </>
  )
}

type Box = RefObject<HTMLTextAreaElement | null>

/** A box opened on demand is scrolled into view with its buttons. The caret is at the end. */
function useScrollToOpened(box: Box, isOpened: boolean): void {
  useEffect(() => {
    const element = box.current
    if (!isOpened || !element?.matches(':focus')) return
    if (element.selectionEnd === 0) element.setSelectionRange(element.value.length, element.value.length)
    element.form?.scrollIntoView({ block: 'nearest' })
  }, [box, isOpened])
}

/** Appends text to the box, once per object. */
function useInserted(box: Box, insert: ComposerToolsProps['insert']): void {
  useEffect(() => {
    if (!insert?.text || !box.current) return
    appendText(box.current, insert.text)
    box.current.focus()
  }, [insert, box])
}

/** A box removed while its thread stays was closed on purpose. Its draft stays, and it isn't reopened. */
function useClosedMark(box: Box, drafts: CommentDrafts, draftKey: string): void {
  useEffect(() => {
    const closed = closedDraftKey(draftKey)
    if (drafts.get(closed) !== '') drafts.set(closed, '')
    const element = box.current
    const thread = element?.closest('.stoa-comments')
    return () =>
      void setTimeout(() => {
        if (thread?.isConnected && !element?.isConnected && drafts.get(draftKey) !== '') drafts.set(closed, '1')
      })
  }, [box, drafts, draftKey])
}

/** Focuses the written comment, so that nobody has to look for it. */
function focusWritten(element: HTMLTextAreaElement, created: { id: string } | void, isPermanent: boolean): void {
  const ownArticle = element.closest('article')
  // Sent by a key from a permanent box: the next comment can be written at once.
  const stays = isPermanent && element.matches(':focus')
  passFocus(element, (thread) => {
    const article = created && thread.querySelector<HTMLElement>(`[data-comment="${created.id}"]`)
    article?.setAttribute('data-fresh', '')
    return stays ? element : (article ?? ownArticle ?? element)
  })
}

/**
 * Moves focus from a text box or button that is about to disappear. `find` looks for the new target after rendering. If
 * the reader has focused something else in the meantime, focus stays there.
 */
function passFocus(box: HTMLElement, find: (thread: Element) => HTMLElement | null | undefined): void {
  const thread = box.closest('.stoa-comments')
  const form = box.closest('form')
  const root = box.getRootNode() as Document | ShadowRoot
  const isElsewhere = () =>
    !!root.activeElement && root.activeElement !== document.body && !form?.contains(root.activeElement)
  if (!thread || isElsewhere()) return
  setTimeout(() => {
    if (!isElsewhere()) find(thread)?.focus()
  })
}

/** Learns who may write in a community, now and as long as somebody writes there. Returns the function that ends it. */
export function watchCommunity(stoa: Stoa, tokenName: string): () => void {
  loadCommunity(stoa, tokenName).then(
    ({ membersOnly = false }) => putMembersOnly(stoa, tokenName, membersOnly),
    // The server says it on sending.
    () => {},
  )
  return watch(stoa, { communities: [tokenName] })
}
