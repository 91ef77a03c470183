import { normalizeText, onOneLine, TOPIC_NAME_MAX_LENGTH, TOPICS_MAX } from '@stoa/contract'
import { Button, CloseIcon, isComposing, TextField, useTranslate, Written } from '@stoa/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { topicProblem } from './community-form.ts'
import { createCommunityMessages } from './messages.ts'

/** A new community's topics, added one by one. */
export function TopicListField({
  topics,
  onChange,
}: {
  topics: readonly string[]
  onChange: (topics: readonly string[]) => void
}) {
  const t = useTranslate(createCommunityMessages)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const tidy = onOneLine(normalizeText(name))
  const problem = topicProblem(tidy, topics)
  const isFull = topics.length >= TOPICS_MAX
  function add() {
    if (tidy === '' || problem || isFull) return field.current?.focus()
    onChange([...topics, tidy])
    setName('')
    field.current?.focus()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="stoa-app-found-topics">
      <legend>{t('found.topics')}</legend>
      {topics.length > 0 && (
        <ul>
          {topics.map((topic) => (
            <li key={topic}>
              <Button
                size="s"
                icon={<CloseIcon size={14} />}
                aria-label={t('found.topics.remove', { name: topic })}
                onClick={() => {
                  onChange(topics.filter((other) => other !== topic))
                  field.current?.focus()
                }}
              >
                <Written>{topic}</Written>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="stoa-app-found-topic">
        <TextField
          ref={field}
          label={t('found.topics.field')}
          hideLabel
          hint={t('found.topics.hint', { count: topics.length, most: TOPICS_MAX })}
          error={problem && t(problem, { most: TOPIC_NAME_MAX_LENGTH })}
          maxLength={TOPIC_NAME_MAX_LENGTH * 2}
          readOnly={isFull}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Button disabled={isFull || tidy === '' || problem !== undefined} onClick={add}>
          {t('found.topics.add')}
        </Button>
      </div>
    </fieldset>
  )
}
