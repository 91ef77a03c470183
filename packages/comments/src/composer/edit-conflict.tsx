import type { Comment } from '@stoa/contract'
import { Banner, Button, useTranslate, useWritten } from '@stoa/ui'
import { composerMessages } from './messages.ts'

/** Props of `EditConflict`. */
export interface EditConflictProps {
  /** The current comment. */
  comment: Comment
  /** Replaces the text in the box with that version. */
  onTake: () => void
}

/** Says that the comment was edited elsewhere, and shows that version. The draft stays. */
export function EditConflict({ comment, onTake }: EditConflictProps) {
  const t = useTranslate(composerMessages)
  const written = useWritten()
  return (
    <div className="stoa-composer-conflict">
      <Banner tone="warning" title={t('comment.conflict')}>
        {t('comment.conflict.kept')}
        <details>
          <summary>{t('comment.conflict.show')}</summary>
          <p className="stoa-composer-other" {...written(comment.content ?? '')}>
            {comment.content}
          </p>
          <Button size="s" onClick={onTake}>
            {t('comment.conflict.take')}
          </Button>
        </details>
      </Banner>
    </div>
  )
}
