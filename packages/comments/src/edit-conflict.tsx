import type { Comment } from '@stoa/contract'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { writingMessages } from './writing-messages.ts'

/** Props of `EditConflict`. */
export interface EditConflictProps {
  /** The comment as it stands there now. */
  comment: Comment
  /** Puts that text into the box in place of what was typed. */
  onTake: () => void
}

/** Says that the comment was changed elsewhere while it was edited here, and shows that version. What was typed stays. */
export function EditConflict({ comment, onTake }: EditConflictProps) {
  const t = useTranslate(writingMessages)
  return (
    <div className="stoa-composer-conflict">
      <Banner tone="warning" title={t('comment.conflict')}>
        {t('comment.conflict.kept')}
        <details>
          <summary>{t('comment.conflict.show')}</summary>
          <p className="stoa-composer-other" dir="auto">
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
