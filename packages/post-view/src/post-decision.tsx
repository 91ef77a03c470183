import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { postViewMessages } from './messages.ts'

export interface PostDecisionProps {
  /** Publishes the post, or refuses it. What goes wrong is told by whoever gives this. */
  onDecide: (approve: boolean) => Promise<unknown>
}

/** What a moderator can do with a post that waits for approval. */
export function PostDecision({ onDecide }: PostDecisionProps) {
  const t = useTranslate(postViewMessages)
  const [chosen, setChosen] = useState<boolean | null>(null)

  async function decide(approve: boolean) {
    setChosen(approve)
    await onDecide(approve)
    setChosen(null)
  }
  return (
    <span className="stoa-post-decision">
      <Button size="s" disabled={chosen === true} busy={chosen === false} onClick={() => void decide(false)}>
        {t('post.refuse')}
      </Button>
      <Button
        size="s"
        variant="primary"
        disabled={chosen === false}
        busy={chosen === true}
        onClick={() => void decide(true)}
      >
        {t('post.approve')}
      </Button>
    </span>
  )
}
