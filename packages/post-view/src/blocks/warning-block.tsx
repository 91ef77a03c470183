import { useTranslate, useWritten } from '@stoa/ui'
import { Inline } from '../inline.tsx'
import { postViewMessages } from '../messages.ts'

export interface WarningBlockProps {
  /** Title; "Note" if empty. */
  title: string
  /** The message. */
  message: string
}

/** A highlighted note. */
export function WarningBlock({ title, message }: WarningBlockProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  return (
    <div className="stoa-post-warning" role="note">
      <p className="stoa-post-warning-title" {...written(title)}>
        {title.trim() === '' ? t('post.warning') : <Inline text={title} />}
      </p>
      {message.trim() !== '' && (
        <p className="stoa-post-warning-message" {...written(message)}>
          <Inline text={message} />
        </p>
      )}
    </div>
  )
}
