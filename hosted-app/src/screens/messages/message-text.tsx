import { parseCommentText } from '@stoa/comments'
import { Fragment, type ReactNode } from 'react'

type Token = ReturnType<typeof parseCommentText>[number]

/** The text of a message as elements: links and line breaks. */
export function MessageText({ text }: { text: string }) {
  return <>{parseCommentText(text, []).map(tokenElement)}</>
}

function tokenElement(token: Token, index: number): ReactNode {
  if (token.type === 'break') return <br key={index} />
  if (token.type === 'link') {
    return (
      <a key={index} href={token.href} {...(isOwnPage(token.href) ? {} : OUTSIDE)}>
        {token.text}
      </a>
    )
  }
  if (token.type === 'quote') return <blockquote key={index}>{token.tokens.map(tokenElement)}</blockquote>
  return <Fragment key={index}>{token.text}</Fragment>
}

const OUTSIDE = { target: '_blank', rel: 'nofollow ugc noopener' } as const

/** Whether an address is a page of this forum. */
function isOwnPage(href: string): boolean {
  return new URL(href).origin === window.location.origin
}
