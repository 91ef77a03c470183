import { useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'

export interface CodeBlockProps {
  /** Shown as written. */
  code: string
  /** The programming language's name; empty: none is shown. */
  language: string
}

/** Program code of a post. Long lines scroll, by keyboard, too. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const t = useTranslate(postViewMessages)
  return (
    <figure className="stoa-post-code" dir="ltr">
      {language !== '' && <figcaption>{language}</figcaption>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard */}
      <pre tabIndex={0} role="group" aria-label={t('post.code')}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
