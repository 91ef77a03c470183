import type { Mention } from '@stoa/contract'
import { Anchor, translatable, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { threadMessages } from './messages.ts'
import { type CommentToken, parseCommentText } from './parse-comment-text.ts'
import { useThread } from './thread-context.ts'

/** Props of `CommentText`. */
export interface CommentTextProps {
  /** Plain text of the comment. */
  content: string
  /** People mentioned in the text. */
  mentions: readonly Mention[]
  /** Shows the whole text from the start. Default false: six lines. */
  open?: boolean | undefined
}

/** The text of a comment as elements: links, mentions, quotes, line breaks. Collapsed after six lines. */
export function CommentText({ content, mentions, open = false }: CommentTextProps) {
  const t = useTranslate(threadMessages)
  const written = useWritten()
  const { links, isStatic } = useThread()
  const box = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(open)
  const [long, setLong] = useState(false)
  const tokens = useMemo(() => parseCommentText(content, mentions), [content, mentions])

  // A reader may have expanded the server rendering before hydration.
  useLayoutEffect(() => {
    if (box.current?.dataset.folded === 'false') setUnfolded(true)
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element || unfolded || typeof ResizeObserver === 'undefined') return
    // Observers report after layout, so measuring many comments forces no extra layout.
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [unfolded, content])

  return (
    <div className="stoa-comment-body">
      {/* As in `translatable`. */}
      <div key={content} ref={box} className="stoa-comment-text" {...written(content)} data-folded={!unfolded}>
        {draw(tokens, links.author)}
      </div>
      {!isStatic && (
        <button
          type="button"
          className="stoa-comment-fold"
          aria-expanded={unfolded}
          // For the script that expands the server rendering.
          data-less={t('comment.less')}
          hidden={!long && (!unfolded || open)}
          onClick={() => setUnfolded(!unfolded)}
        >
          {translatable(t(unfolded ? 'comment.less' : 'comment.more'))}
        </button>
      )}
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
