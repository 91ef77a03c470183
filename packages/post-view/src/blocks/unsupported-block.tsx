import { useTranslate, useWritten } from '@stoa/ui'
import { LinkedText } from '../inline.tsx'
import { postViewMessages } from '../messages.ts'

export interface UnsupportedBlockProps {
  /** The block's type in the document; may be empty. */
  name: string
  /** The block's text; may be empty. */
  text: string
}

/** Says that a block can't be shown, and shows its text, so that nothing of a post is lost. */
export function UnsupportedBlock({ name, text }: UnsupportedBlockProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  return (
    <div className="stoa-post-unsupported">
      <p className="stoa-post-unsupported-note">
        {name === '' ? t('post.unsupported') : t('post.unsupported.named', { name: name.slice(0, 40) })}
      </p>
      {text !== '' && (
        <p {...written(text)}>
          <LinkedText text={text} />
        </p>
      )}
    </div>
  )
}
