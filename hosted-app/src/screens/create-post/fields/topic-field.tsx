import type { Topic } from '@stoa/contract'
import { RadioGroup, TopicDot, useTranslate } from '@stoa/ui'
import type { PostDraft } from '../draft/use-post-draft.ts'
import { createPostMessages } from '../messages.ts'

export interface TopicFieldProps {
  /** The topics of the community. */
  topics: readonly Topic[]
  draft: Pick<PostDraft, 'form' | 'change'>
  error?: string | undefined
}

/** The topic of a post. In a community without topics it is shown only if required, and says that there is none. */
export function TopicField({ topics, draft: { form, change }, error }: TopicFieldProps) {
  const t = useTranslate(createPostMessages)
  if (topics.length === 0 && form.kind !== 'story') return null
  return (
    <RadioGroup
      name="flairId"
      look="chips"
      label={t('create.field.topic')}
      hint={topics.length === 0 ? t('create.field.topic.none') : undefined}
      value={form.flairId}
      error={error}
      options={topics.map(({ id, name, color }) => ({
        value: id,
        label: (
          <>
            <TopicDot color={color} /> <bdi>{name}</bdi>
          </>
        ),
      }))}
      onChange={(flairId) => change({ flairId })}
    />
  )
}
