import type { Mention } from '@stoa/contract'
import { Anchor, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { commentMessages } from './messages.ts'
import { type CommentToken, parseCommentText } from './parse-comment-text.ts'
import { useThread } from './thread-context.ts'

/** Props of `CommentText`. */
export interface CommentTextProps {
  /** Plain text of the comment. */
  content: string
  /** People whom the text mentions. */
  mentions: readonly Mention[]
  /** Shows all of it from the start. Default false: six lines. */
  open?: boolean | undefined
}

/** The text of a comment as elements: links, mentions, quotes, line ends; longer than six lines it folds. */
export function CommentText({ content, mentions, open = false }: CommentTextProps) {
  const t = useTranslate(commentMessages)
  const { links } = useThread()
  const box = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(open)
  const [long, setLong] = useState(false)
  const tokens = useMemo(() => parseCommentText(content, mentions), [content, mentions])

  // A reader may have unfolded the server's rendering before this took it over.
  useLayoutEffect(() => {
    if (box.current?.dataset.folded === 'false') setUnfolded(true)
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element || unfolded || typeof ResizeObserver === 'undefined') return
    // Reports after layout, so that measuring a page of comments costs no layout of its own.
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [unfolded])

  return (
    <div className="stoa-comment-body">
      <div ref={box} className="stoa-comment-text" dir="auto" data-folded={!unfolded}>
        {draw(tokens, links.author)}
      </div>
      <button
        type="button"
        className="stoa-comment-fold"
        aria-expanded={unfolded}
        // For what unfolds the server's rendering.
        data-less={t('comment.less')}
        hidden={!long && (!unfolded || open)}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t(unfolded ? 'comment.less' : 'comment.more')}
      </button>
    </div>
  )
}

function draw(tokens: readonly CommentToken[], authorHref: (slugUrl: string) => string): ReactNode[] {
  return tokens.map((token, index) => {
    switch (token.type) {
      case 'text':
        return token.text
      case 'break':
        return <br key={index} />
      case 'quote':
        return <blockquote key={index}>{draw(token.tokens, authorHref)}</blockquote>
      case 'mention':
        return (
          <Anchor key={index} className="stoa-comment-mention" href={authorHref(token.mention.slugUrl)}>
            {token.text}
          </Anchor>
        )
      case 'link':
        return (
          <a key={index} href={token.href} target="_blank" rel="nofollow ugc noopener">
            {token.text}
          </a>
        )
    }
  })
}
