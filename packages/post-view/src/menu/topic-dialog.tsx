import type { Post, Topic } from '@stoa/contract'
import { alertMessages, alertText, type PostChange } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { Banner, Button, Dialog, RadioGroup, TopicPill, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { toolsMessages } from './messages.ts'

export interface TopicDialogProps {
  post: Pick<Post, 'id' | 'kind' | 'flairIds'>
  /** The topics of its community. */
  topics: readonly Topic[]
  /** Makes the change. Rejects with the error to show. */
  onChange: (change: PostChange) => Promise<unknown>
  /** Closes the dialog. `message` announces the success. */
  onClose: (message?: string) => void
}

const NONE = ''

/** Changes or removes a post's topic. A story always has one. */
export function TopicDialog({ post, topics, onChange, onClose }: TopicDialogProps) {
  const t = useTranslate(toolsMessages)
  const tAlert = useTranslate(alertMessages)
  const { busy, error, run } = useAction()
  const [current = NONE] = post.flairIds
  const [chosen, setChosen] = useState(current)

  async function confirm() {
    // Attaching the current topic removes it.
    const flairId = chosen === NONE ? current : chosen
    if (await run(() => onChange({ call: 'flairAttach', postId: post.id, flairId }))) onClose(t('flair.done'))
  }
  const none = post.kind === 'story' ? [] : [{ value: NONE, label: t('flair.none') }]
  return (
    <Dialog
      open
      title={t('flair.title')}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{t('tools.cancel')}</Button>
          <Button variant="primary" disabled={chosen === current} busy={busy} onClick={() => void confirm()}>
            {t('flair.submit')}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t('flair.label')}
        value={chosen}
        onChange={setChosen}
        options={[
          ...none,
          ...topics.map(({ id, name, color }) => ({ value: id, label: <TopicPill name={name} color={color} /> })),
        ]}
      />
      {error ? <Banner tone="danger">{alertText(error, { t: tAlert })}</Banner> : null}
    </Dialog>
  )
}
