import type { Topic } from '@stoa/contract'
import { SelectField, TopicDot, useTranslate } from '@stoa/ui'
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
  const chosen = topics.find(({ id }) => id === form.flairId)
  return (
    <SelectField
      name="flairId"
      label={t('create.field.topic')}
      hint={topics.length === 0 ? t('create.field.topic.none') : undefined}
      value={form.flairId}
      mark={chosen && <TopicDot color={chosen.color} />}
      error={error}
      options={[
        { value: '', label: t('create.field.topic.choose') },
        ...topics.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => change({ flairId: event.currentTarget.value })}
    />
  )
}
